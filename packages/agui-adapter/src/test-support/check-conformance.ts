import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const tool = fileURLToPath(new URL('../../../../tooling/agui-conformance.mjs', import.meta.url))

/** Runs the project's conformance check against a server. Resolves to its lines and exit code. */
export function checkConformance(url: string, options: readonly string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tool, `${url}/agui/agent`, '--quiet', ...options], (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.trim().split('\n')
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, lines })
    })
  })
}
