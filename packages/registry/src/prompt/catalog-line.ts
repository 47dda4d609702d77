/** What a line of the catalogue says of a component. */
export interface CatalogWords {
  readonly name: string
  readonly need: string
  readonly when: string
  readonly interactive: boolean
  readonly propsSchema: unknown
}

/** `- need: component(required props) PAUSES - when` */
export function catalogLine({ name, need, when, interactive, propsSchema }: CatalogWords): string {
  const { required = [], properties = {} } = propsSchema as { required?: readonly string[]; properties?: object }
  const keys = Object.keys(properties).filter((key) => required.includes(key))
  return `- ${need}: ${name}(${keys.join(', ')})${interactive ? ' PAUSES' : ''} - ${when}`
}
