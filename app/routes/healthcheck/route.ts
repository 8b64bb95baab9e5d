import { json } from "@remix-run/node";

export async function loader() {
  return json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
}
