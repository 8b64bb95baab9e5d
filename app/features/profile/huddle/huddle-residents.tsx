import type { HuddleResidents as View } from "../profile-view";
import { HuddleSection } from "./huddle-figures";

/** Who needs attention by unit, who is out, and what waits: what the meeting speaks of. */
export function HuddleResidents({ residents }: { residents: View }) {
  const { attention, out, reviews, lastReturn } = residents;
  return (
    <div className="huddle-residents">
      <HuddleSection
        id="huddle-attention"
        heading={`Need attention: ${attention.count}`}
      >
        <Attention attention={attention} />
      </HuddleSection>
      <div className="huddle-beside">
        <HuddleSection
          id="huddle-out"
          heading={`Out at hospital: ${out.count}`}
        >
          <Out out={out} />
        </HuddleSection>
        {reviews === null ? null : (
          <HuddleSection id="huddle-reviews" heading="Reviews due">
            <p>{reviews}</p>
          </HuddleSection>
        )}
        {lastReturn === null ? null : (
          <HuddleSection
            id="huddle-return"
            heading="Since the last return to hospital"
          >
            <p>{lastReturn}</p>
          </HuddleSection>
        )}
      </div>
    </div>
  );
}

function Attention({ attention: { units, more } }: Pick<View, "attention">) {
  return (
    <>
      {units.length === 0 ? null : (
        <table aria-labelledby="huddle-attention">
          <thead>
            <tr>
              <th scope="col">Resident</th>
              <th scope="col">Why</th>
              <th scope="col">30-day window</th>
            </tr>
          </thead>
          {units.map((unit) => (
            <tbody key={unit.name}>
              <tr>
                <th colSpan={3} scope="rowgroup">
                  {unit.name}
                </th>
              </tr>
              {unit.rows.map(({ name, why, window }, at) => (
                // Two residents may have one name.
                <tr key={at}>
                  <td>{name}</td>
                  <td>{why}</td>
                  <td>{window}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
      {more === null ? null : <p>{more}</p>}
    </>
  );
}

function Out({ out: { rows, more } }: Pick<View, "out">) {
  return (
    <>
      {rows.length === 0 ? null : (
        <table aria-labelledby="huddle-out">
          <thead>
            <tr>
              <th scope="col">Resident</th>
              <th scope="col">Out since</th>
              <th scope="col">Hospital</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, since, hospital, bed }, at) => (
              <tr key={at}>
                <td>{name}</td>
                <td>{since}</td>
                <td>{[hospital, bed].filter(Boolean).join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more === null ? null : <p>{more}</p>}
    </>
  );
}
