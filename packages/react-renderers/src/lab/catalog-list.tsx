import type { CatalogComponent } from '@pf/core'
import { useId, useState } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { labMessages } from '../messages/lab.ts'

interface CatalogListProps {
  catalog: readonly CatalogComponent[]
  open: CatalogComponent | undefined
  onPick(component: CatalogComponent): void
}

/** The catalogue by category, with a search. On narrow pages it collapses to one line. */
export function CatalogList({ catalog, open, onPick }: CatalogListProps) {
  const messages = useMessages('lab', labMessages)
  const id = useId()
  const [query, setQuery] = useState('')
  const [unfolded, unfold] = useState(false)
  const groups = searchCatalog(catalog, query)
  const found = groups.reduce((sum, { components }) => sum + components.length, 0)
  const pick = (component: CatalogComponent) => {
    unfold(false)
    onPick(component)
  }
  return (
    <nav className="pf-lab-catalog" aria-label={messages.components}>
      <button type="button" className="pf-button pf-lab-unfold" aria-expanded={unfolded} aria-controls={id} onClick={() => unfold(!unfolded)}>
        {open ? messages.openOf(open.name) : messages.components}
      </button>
      <div id={id} className="pf-lab-list" data-open={unfolded}>
        <input
          type="search"
          className="pf-input"
          aria-label={messages.searchComponents}
          placeholder={messages.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p className="pf-sr" role="status">
          {query === '' ? '' : messages.found(found)}
        </p>
        {found === 0 && <p className="pf-note">{messages.noMatch}</p>}
        {groups.map(({ category, components }) => (
          <CategoryList key={category} category={category} components={components} open={open} onPick={pick} />
        ))}
      </div>
    </nav>
  )
}

interface CategoryListProps extends Omit<CatalogListProps, 'catalog'> {
  category: string
  components: readonly CatalogComponent[]
}

function CategoryList({ category, components, open, onPick }: CategoryListProps) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className="pf-lab-category">
        {category}
      </h3>
      <ul aria-labelledby={id}>
        {components.map((component) => (
          <li key={component.name}>
            <button type="button" className="pf-lab-item" aria-current={component.name === open?.name} onClick={() => onPick(component)}>
              {component.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Components of one category, in catalogue order. */
export interface CatalogGroup {
  category: string
  components: readonly CatalogComponent[]
}

/** Returns the components whose name, category, tags or description contain every word, by category. */
export function searchCatalog(components: readonly CatalogComponent[], query: string): CatalogGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, CatalogComponent[]>()
  for (const component of components) {
    const { name, category, tags, description } = component
    const text = [name, category, ...tags, description].join(' ').toLowerCase()
    if (words.every((word) => text.includes(word))) groups.set(category, [...(groups.get(category) ?? []), component])
  }
  return [...groups].map(([category, members]) => ({ category, components: members }))
}
