import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import type {} from '../test-setup/browser-server.ts'

/** Connects to the browser that all test files of the project share. `close` ends the connection with its contexts, and not the browser. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browserEndpoint'))
