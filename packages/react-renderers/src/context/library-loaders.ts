/** Gets a large library: its module, or the library itself. */
export interface LibraryLoaders {
  /** A Plotly bundle with more traces than the cartesian one, such as `() => import('plotly.js-dist-min')`. */
  plotly?: () => Promise<unknown>
  mermaid?: () => Promise<unknown>
}
