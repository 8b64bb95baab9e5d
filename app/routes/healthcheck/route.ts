import { json } from "@remix-run/node";

/** Says that this process answers; nothing else is asked. */
export async function loader() {
  return json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
}
