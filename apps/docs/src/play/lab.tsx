import { ComponentLab } from '@pf/react-renderers/lab'
import '@pf/react-renderers/styles.css'
import { builtInComponents, catalogView, createPolicy } from '@pf/registry'
import { createRoot } from 'react-dom/client'
import './play.css'

/** Every component, also those that a host has to enable. Pictures and pages of other hosts stay a link, so the site sends no requests. */
const policy = createPolicy({ allowlist: [...builtInComponents] })

/** Shows the Lab with one component, or with all of them if `name` is left out. Returns the function that removes it. */
export function mountLab(element: HTMLElement, name: string | undefined): () => void {
  const { components } = catalogView(policy)
  const root = createRoot(element)
  root.render(<ComponentLab components={name === undefined ? components : components.filter((entry) => entry.name === name)} policy={policy} />)
  return () => root.unmount()
}
