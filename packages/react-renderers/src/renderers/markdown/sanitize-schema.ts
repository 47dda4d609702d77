import type { Options } from 'rehype-sanitize'

const tags = 'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section strong sup table tbody td th thead tr ul'

/** Allows the elements that Markdown produces and nothing else. */
export const sanitizeSchema: Options = {
  tagNames: tags.split(' '),
  attributes: {
    a: ['href', ['id', /^pf-md-/], 'dataFootnoteRef', 'dataFootnoteBackref', 'ariaDescribedBy', 'ariaLabel'],
    code: [['className', /^language-[\w+#.-]{1,40}$/, 'math-inline', 'math-display']],
    h2: [
      ['id', /^pf-md-/],
      ['className', 'sr-only'],
    ],
    img: ['src', 'alt'],
    input: ['checked', ['type', 'checkbox'], ['disabled', true]],
    li: [
      ['id', /^pf-md-/],
      ['className', 'task-list-item'],
    ],
    ol: ['start', ['className', 'contains-task-list']],
    section: ['dataFootnotes'],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  ancestors: { td: ['table'], th: ['table'], tr: ['table'], tbody: ['table'], thead: ['table'] },
  // Only footnotes have ids, and they already have the prefix.
  clobber: [],
  strip: [],
}

const more = 'abbr b caption cite dd details div dl dt figcaption figure i ins kbd mark q s samp small span strike sub summary tfoot u var'
/** Elements whose text content is removed as well. */
const unread = 'iframe math noembed noframes noscript object script select style svg template textarea title xmp'

/** The schema for raw HTML if the page allows it: text and structure without styles, ids, resources or scripts. */
export const htmlSchema: Options = {
  ...sanitizeSchema,
  tagNames: [...tags.split(' '), ...more.split(' ')],
  attributes: { ...sanitizeSchema.attributes, abbr: ['title'], details: ['open'] },
  ancestors: { ...sanitizeSchema.ancestors, tfoot: ['table'], caption: ['table'] },
  strip: unread.split(' '),
}
