import axe from 'axe-core'

/** Returns the violations that axe finds in an element, as lines. Rules for entire pages are excluded. */
export async function axeFaults(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { region: { enabled: false }, 'heading-order': { enabled: false }, 'page-has-heading-one': { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ''}`))
}
