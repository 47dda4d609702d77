import type { JsonObject, JsonSchema } from './json.ts'

/** A component as listed in the catalogue. */
export interface CatalogComponent {
  name: string
  description: string
  category: string
  interactive: boolean
  tags: string[]
  props_schema: JsonSchema
  example?: JsonObject
}

/** The response of GET /ui/components. With `enabled: false` the list is empty. */
export interface CatalogView {
  enabled: boolean
  registry_version: string
  digest: string
  allowlist: string[]
  counts: { total: number; enabled: number }
  components: CatalogComponent[]
}
