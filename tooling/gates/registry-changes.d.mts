export interface ReleasedRegistry {
  version: string
  components: { name: string; interactive: boolean; propsSchema: { required: string[] }; dataPaths: string[] }[]
}
export function breakingComponents(before: Pick<ReleasedRegistry, 'components'>, after: Pick<ReleasedRegistry, 'components'>): string[]
export function isAnnounced(pages: readonly string[], name: string): boolean
