// The file `app/api/[...pf]/route.ts` of a Next app. start-next.ts puts it there.
import { createHandlers } from './agent.ts'

// Created with the first request, because `next build` loads this file while there is no API key.
let pf: ReturnType<typeof createHandlers> | undefined

function handle(request: Request): Promise<Response> {
  pf ??= createHandlers(process.env, { basePath: '/api' })
  return pf.fetch(request)
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as POST, handle as PUT }
