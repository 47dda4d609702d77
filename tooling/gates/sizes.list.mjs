const react = ['react', 'react-dom', 'react/jsx-runtime']
/** Code of the entries with their own lines in this table. */
const counted = "export { createPartialJson } from '@pf/core'\nexport { createComponentSet, createPolicy } from '@pf/registry/browser'"
const shell = "export { ComponentRenderer, PfProvider, useRun, useTurns } from '@pf/react-renderers'"

const twoKits = [
  "export { createComponentSet, createPolicy } from '@pf/registry/browser'",
  "export { datagrid } from '@pf/registry/components/datagrid'",
  "export { metric } from '@pf/registry/components/metric'",
].join('\n')

/**
 * Size limits of the code that a page loads. `code` is bundled like an app of `from`; `limit` is in KiB of gzip over all files that are
 * loaded immediately. `outside` is excluded from the bundle, and files that `loaded` has already loaded are not counted.
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
    limit: 19.5,
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
    code: twoKits,
    limit: 10,
    why: 'a page checks what it draws, and pays for the components that it can draw',
  },
  {
    name: 'rules of a form and its answers, loaded with the first form',
    from: 'registry',
    code: "export { form } from '@pf/registry/components/form'",
    loaded: twoKits,
    limit: 10,
    why: 'the form waits for it, with its renderer',
  },
  {
    name: 'shell: store, provider and ComponentRenderer, beyond the reader of core and the rules of the registry',
    from: 'react-renderers',
    code: "export { ComponentRenderer, PfProvider } from '@pf/react-renderers'\nexport { createComponentStore } from '@pf/react-renderers/store'",
    loaded: counted,
    outside: react,
    limit: 13.7,
    why: 'every page loads it before the first answer; the goal is 12 (docs/decisions/2026-11-28-shell-size.md)',
  },
  ...[
    ['callout', 'Callout', 2],
    ['code', 'Code', 5],
    ['json', 'Json', 5],
    ['image', 'Image', 4],
    ['report', 'Report', 5],
    ['tabs', 'Tabs', 4],
    ['accordion', 'Accordion', 3],
    ['video', 'Video', 4],
    ['embed', 'Embed', 4],
    ['html', 'Html', 5],
    ['latex', 'Latex', 82],
    ['mermaid', 'Mermaid', 9],
    ['plotly', 'Plotly', 7],
  ].map(([name, title, limit]) => ({
    name: `${name}, loaded when the first one is shown`,
    from: 'react-renderers',
    code: `export { ${title}Renderer } from '@pf/react-renderers/renderers/${name}'`,
    loaded: shell,
    outside: react,
    limit,
    why: 'the answer waits for it; grammars, markdown and charts come after it',
  })),
  {
    name: 'datagrid, loaded when the first table is shown',
    from: 'react-renderers',
    code: "export { DatagridRenderer } from '@pf/react-renderers/renderers/datagrid'",
    loaded: shell,
    outside: react,
    limit: 40,
    why: 'the answer waits for it',
  },
  {
    name: 'elements, with React, the chat and the stylesheet',
    from: 'elements',
    code: "import '@pf/elements'",
    limit: 145,
    why: 'a page with <pf-chat> loads it before its first message; React DOM is 67 of it and the stylesheet 18',
  },
  {
    name: 'Lab, loaded where it is shown',
    from: 'react-renderers',
    code: "export { ComponentLab } from '@pf/react-renderers/lab'",
    loaded: shell,
    outside: react,
    limit: 9,
    why: 'a tool for developers that no other page may pay for',
  },
  {
    name: 'reader of bundles (readBundle), loaded when a file is opened',
    from: 'bundle',
    code: "export { readBundle } from '@pf/bundle/read'",
    limit: 100,
    why: 'a tool for developers; most of it is zod',
  },
  {
    name: 'form, loaded when the first question with fields is asked (with the rules that its answers are checked by)',
    from: 'react-renderers',
    code: "export { FormRenderer } from '@pf/react-renderers/renderers/form'",
    loaded: shell,
    outside: react,
    limit: 25,
    why: 'the user waits for it before answering',
  },
]
