import { writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../../scripts/free-port.mjs";
import { startProgram } from "../program";
import { openDevtools } from "./devtools-engine";
import type { Browser, Engine, EngineFolders } from "./engine";

/** A window with nothing but the engine in it, which keeps what it downloads without a question. */
function windowFor(downloads: string): string {
  return `import QtQuick 2.15
import QtWebEngine 1.10

WebEngineView {
  width: 1280
  height: 900
  url: "about:blank"
  profile: WebEngineProfile {
    offTheRecord: true
    downloadPath: ${JSON.stringify(downloads)}
    onDownloadRequested: download.accept()
  }
}
`;
}

async function open({ profile, downloads }: EngineFolders): Promise<Engine> {
  const file = path.join(profile, "window.qml");
  writeFileSync(file, windowFor(downloads));
  const host = `127.0.0.1:${await freePort()}`;
  const { stop } = await startProgram("qmlscene", [file], {
    ready: /DevTools listening on/,
    env: {
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
      QT_QPA_PLATFORM: "offscreen",
      QT_QUICK_BACKEND: "software",
      QTWEBENGINE_DISABLE_SANDBOX: "1",
      QTWEBENGINE_REMOTE_DEBUGGING: host,
    },
  });
  return openDevtools({ host, stop });
}

/** Qt WebEngine 5, as Debian has it: the engine of Chromium 87, which old kiosks and tablets have too. */
export const qtWebengine: Browser = {
  name: "chromium-87",
  packages: ["qmlscene", "qml-module-qtwebengine"],
  open,
};
