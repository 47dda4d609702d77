import type { Options } from 'rehype-sanitize'

const tags = 'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section strong sup table tbody td th thead tr ul'

/** What markdown itself can make and nothing else. Raw HTML never gets this far; the schema is the second lock. */
export const sanitizeSchema: Options = {
  tagNames: tags.split(' '),
  attributes: {
    a: ['href', 'id', 'dataFootnoteRef', 'dataFootnoteBackref', 'ariaDescribedBy', 'ariaLabel'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    h2: ['id', ['className', 'sr-only']],
    img: ['src', 'alt'],
    input: ['checked', ['type', 'checkbox'], ['disabled', true]],
    li: ['id', ['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    section: ['dataFootnotes'],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  ancestors: { td: ['table'], th: ['table'], tr: ['table'], tbody: ['table'], thead: ['table'] },
  // Ids come from footnotes only and carry our prefix already.
  clobber: [],
  strip: [],
}
