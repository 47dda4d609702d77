import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PfError } from '@pf/core'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Returns the path of a Chromium: that of `PF_CHROMIUM`, or an installed one. Throws PfError `not_found` that says what to install or to set. */
export function findBrowser(env: Readonly<Record<string, string | undefined>>, exists: (path: string) => boolean = existsSync): string {
  const asked = env.PF_CHROMIUM
  if (asked) {
    if (exists(asked)) return asked
    throw new PfError('not_found', 'PF_CHROMIUM names a file that does not exist. Set it to the path of a Chromium, Chrome or Edge.')
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = [...folders.flatMap((folder) => commands.map((command) => join(folder, command))), ...applications].find(exists)
  if (found !== undefined) return found
  throw new PfError('not_found', 'No browser was found. Install Chromium, Chrome or Edge, or set PF_CHROMIUM to the path of one.')
}
