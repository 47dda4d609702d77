// The published protocol packages, resolved from the adapter's dependencies.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve } = createRequire(new URL('../../packages/agui-adapter/package.json', import.meta.url))
const load = (name) => import(pathToFileURL(resolve(name)).href)

const { EventSchemas, RunAgentInputSchema } = await load('@ag-ui/core/schemas')

const typeOf = ({ shape }) => [...(shape.type.def?.values ?? shape.type.values ?? [])][0]

export const protocol = {
  client: (version) => load(version === '1.0.0' ? '@ag-ui/client' : `ag-ui-client-${version}`),
  EventSchemas,
  RunAgentInputSchema,
  /** Maps each event type to the keys that its published schema has. */
  keysByType: new Map(EventSchemas.options.map((option) => [typeOf(option), new Set(Object.keys(option.shape))])),
}
