import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumArgs, chromiumPath } from '../chromium.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket address of the browser that all end-to-end tests share. */
    browserEndpoint: string
  }
}

/** Starts one browser for all test files of a project. Each file connects to it with `connectBrowser`. */
export default async function startBrowserServer(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await chromiumPath()
  const server = await chromium.launchServer({ host: '127.0.0.1', args: chromiumArgs, ...(executablePath ? { executablePath } : {}) })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}
