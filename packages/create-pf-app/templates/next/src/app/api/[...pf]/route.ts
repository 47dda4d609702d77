import config from '../../../../pf.config.ts'
import { type App, createApp } from '../../../create-app.ts'

/** In development, Next loads this file again after a change. The app stays, because its store may be open only once. */
const kept = globalThis as { pfApp?: Promise<App> | undefined }

// Created with the first request, because `next build` loads this file as well.
async function handle(request: Request): Promise<Response> {
  kept.pfApp ??= createApp(config, { basePath: '/api' })
  const app = await kept.pfApp.catch((error: unknown) => {
    kept.pfApp = undefined
    throw error
  })
  return app.fetch(request)
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as POST, handle as PUT }
