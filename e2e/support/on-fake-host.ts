import {
  startFakeHost,
  type FakeHost,
} from "../../tests/pages/support/fake-host";
import { startPortalOfHost } from "./portal-of-host";
import { test } from "./test";

interface Started {
  host: FakeHost;
  portal: Awaited<ReturnType<typeof startPortalOfHost>>;
}

/** One portal for the tests of a file, on a host that answers as each of them wants. They run one after the other. */
export function onFakeHost(begin: (started: Started) => void): void {
  let started: Started;
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    const host = await startFakeHost();
    started = { host, portal: await startPortalOfHost(host.url) };
    begin(started);
  });
  test.beforeEach(() => started.host.reset());
  test.afterAll(async () => {
    await started.portal.stop();
    await started.host.close();
  });
}

/** Answer to the company's list: divisions with so many patients. */
export function divisionsWith(patients: Record<string, number>) {
  const rows = Object.entries(patients).map(([name, patient_count], at) => ({
    id: at + 1,
    name,
    physician_count: 1,
    patient_count,
    long_stay_patient_count: 1,
    admit_from_hospital_count: 1,
  }));
  return { data: rows };
}
