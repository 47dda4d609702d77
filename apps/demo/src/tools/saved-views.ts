/** A way to look at a table that somebody wants to find again. */
export interface SavedView {
  name: string
  table: string
  view: 'chart' | 'table' | 'dashboard'
}

/** Saved views by owner, in memory: a restart forgets them. */
export interface SavedViews {
  /** Saves under its name, in the place of one with the same name; returns how many there are. */
  save(owner_id: string, view: SavedView): number
  list(owner_id: string): readonly SavedView[]
}

const MOST = 50
const MOST_OWNERS = 1_000

/** Makes an empty shelf; the oldest view, and the oldest owner, make room. */
export function createSavedViews(): SavedViews {
  const owners = new Map<string, SavedView[]>()
  const list = (owner_id: string) => owners.get(owner_id) ?? []
  return {
    list,
    save(owner_id, view) {
      const views = [...list(owner_id).filter(({ name }) => name !== view.name), view].slice(-MOST)
      owners.delete(owner_id)
      owners.set(owner_id, views)
      const oldest = owners.size > MOST_OWNERS ? owners.keys().next().value : undefined
      if (oldest !== undefined) owners.delete(oldest)
      return views.length
    },
  }
}
