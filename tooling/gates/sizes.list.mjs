const react = ['react', 'react-dom', 'react/jsx-runtime']
const shell = "export { ComponentRenderer, PfProvider, useRun, useTurns } from '@pf/react-renderers'"

/**
 * What a page loads, and how much that may be: `code` is bundled as an app of `from` would bundle it, `limit` is KiB of gzip over all
 * files loaded at once. `outside` is left out of the bundle; what `loaded` has fetched before is not counted again.
 */
export const sizes = [
  {
    name: 'core streaming in the browser (createPartialJson, createBlockFilter, createUtf8Decoder)',
    from: 'core',
    code: "export { createBlockFilter, createPartialJson, createUtf8Decoder } from '@pf/core'",
    limit: 5,
    why: 'every page with streamed components or drafts loads it',
  },
  {
    name: 'full reader (createActionReader with the normalizer)',
    from: 'core',
    code: "export { createActionReader } from '@pf/core'",
    limit: 16,
    why: 'runs on servers, some of them at the edge, where a bundle is loaded at each cold start',
  },
  {
    name: 'client (createRunClient)',
    from: 'agui-adapter',
    code: "export { createRunClient } from '@pf/agui-adapter/client'",
    limit: 6,
    why: 'every page loads it',
  },
  {
    name: 'registry for metric and datagrid (createComponentSet, createPolicy)',
    from: 'registry',
    code: [
      "export { createComponentSet, createPolicy } from '@pf/registry'",
      "export { datagrid } from '@pf/registry/components/datagrid'",
      "export { metric } from '@pf/registry/components/metric'",
    ].join('\n'),
    limit: 10,
    why: 'a page checks what it draws, and pays for the components that it can draw',
  },
  {
    name: 'datagrid, loaded when the first table is shown',
    from: 'react-renderers',
    code: "export { DatagridRenderer } from '@pf/react-renderers/renderers/datagrid'",
    loaded: shell,
    outside: react,
    limit: 40,
    why: 'the answer waits for it',
  },
]
