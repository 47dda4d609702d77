import type { JsonObject, JsonSchema } from './json.ts'

/** A component as the catalogue shows it. */
export interface CatalogComponent {
  name: string
  description: string
  category: string
  interactive: boolean
  tags: string[]
  props_schema: JsonSchema
  example?: JsonObject
}

/** What GET /ui/components tells; `enabled: false` lists nothing. */
export interface CatalogView {
  enabled: boolean
  registry_version: string
  digest: string
  allowlist: string[]
  counts: { total: number; enabled: number }
  components: CatalogComponent[]
}
