import type { JsonObject, JsonValue } from '@pf/core'
import { builtInComponents, getComponent } from '@pf/registry'

/** A payload that attacks the page around a component: its responsiveness, its pixels, its links or its ids. */
export interface PagePayload {
  component: string
  name: string
  props: () => JsonObject
}

const list = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index))
const markdown = (content: () => string) => () => ({ content: content() })

/** Texts that are painted above, beside or below their own line. */
const PAINTING_TEXTS = {
  'combining marks above and below': `Z${'\u0301\u030d\u0317\u0489'.repeat(250)}`,
  'one line without a break': 'W'.repeat(3_000),
  'lines without end': 'W\n'.repeat(1_000),
  'letters as tall as several lines': '\ufdfd\u{12219}\ua9c5\u0bf5'.repeat(60),
  'vertical tails': `${'\u0e49'.repeat(300)}\u0e01${'\u0e49'.repeat(300)}`,
} as const

/** Replaces the texts of a component's example, except for those that act as names. */
function withTexts(value: JsonValue, text: string): JsonValue {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, NAMES.has(key) ? item : withTexts(item, text)]))
}

const NAMES = new Set('component field id type url src poster height width gap layout format language align language name dataset encode kind code option data js css html'.split(' '))
const KEPT_DATA = new Set(['echarts', 'plotly', 'mermaid'])

/** Returns the props of a component's example. */
export function exampleOf(component: string): JsonObject {
  const example = getComponent(component)?.example
  return example && 'props' in example ? (example.props as JsonObject) : {}
}

/** Every component, with each of the texts in all of its text props at once. */
const painted: PagePayload[] = builtInComponents
  .filter((component) => !KEPT_DATA.has(component) && component !== 'html')
  .flatMap((component) =>
    Object.entries(PAINTING_TEXTS).map(([name, text]) => ({ component, name, props: () => withTexts(exampleOf(component), text) as JsonObject })),
  )

const FORMULAS = {
  'a rule raised six times': `${'\\raisebox{20em}{'.repeat(6)}\\rule{20em}{20em}${'}'.repeat(6)}`,
  'a word that is moved up': '\\smash{\\raisebox{15em}{\\Huge PWNED}}',
  'a word that is moved down': '\\smash{\\raisebox{-15em}{\\Huge PWNED}}',
  'words that are moved to the left': `x${'\\kern{-20em}'.repeat(8)}\\text{PWNED}`,
  'words that are moved to the right': `x${'\\kern{20em}'.repeat(60)}\\text{PWNED}`,
  'words that overlap to either side': '\\llap{PWNED PWNED PWNED PWNED PWNED PWNED PWNED PWNED PWNED PWNED PWNED PWNED}\\rlap{PWNED}',
  'rows far apart': '\\begin{matrix}a\\\\[20em]b\\\\[-20em]c\\end{matrix}',
  'a rule as long as the page': '\\rule{20em}{20em}'.repeat(40),
  'fractions in fractions': `${'\\frac{1}{'.repeat(60)}x${'}'.repeat(60)}`,
  'powers of powers': `${'x^{'.repeat(100)}x${'}'.repeat(100)}`,
  'tall brackets': `\\left(${'\\Bigg\\uparrow'.repeat(10)}\\rule{1em}{20em}\\right)`,
  'a tag beside the formula': `x\\tag{${'W'.repeat(400)}}`,
} as const

const formulas: PagePayload[] = Object.entries(FORMULAS).flatMap(([name, expression]) => [
  { component: 'latex', name, props: () => ({ expression }) },
  { component: 'latex', name: `${name}, inline`, props: () => ({ expression, displayMode: false }) },
  { component: 'markdown', name, props: markdown(() => `Text $${expression}$ text\n\n$$\n${expression}\n$$\n\n| $${expression}$ |\n|---|\n| x |`) },
])

const definitions = (count: number, length: number) => list(count, (at) => `[r${at}]: https://example.org/${'x'.repeat(length)}`).join('\n')
const uses = (count: number) => list(count, (at) => `[r${at}]`).join('')
const source = (language: string, text: string) => () => ({ code: text, language })

/** Texts that are expensive to parse, lay out or highlight in relation to their length. */
const costly: Record<string, Record<string, () => JsonObject>> = {
  markdown: {
    'long targets repeated behind many blocks': markdown(() => `${definitions(49, 1_850)}\n\n${list(700, () => `a ${uses(49)}`).join('\n\n')}`),
    'short targets repeated behind many blocks': markdown(() => `${definitions(49, 20)}\n\n${list(1_400, () => `a ${uses(20)}`).join('\n\n')}`),
    'one target repeated behind many blocks': markdown(() => `${definitions(1, 1_900)}\n\n${list(1_400, () => '[r0]').join('\n\n')}`),
    'footnotes repeated behind many words': markdown(() => `${list(400, (at) => `x[^${at % 40}]`).join(' ')}\n\n${list(40, (at) => `[^${at}]: y`).join('\n')}`),
    'character entities in one paragraph': markdown(() => '&amp;'.repeat(2_900)),
    'character entities in many paragraphs': markdown(() => list(600, () => '&CounterClockwiseContourIntegral;'.repeat(19)).join('\n\n')),
    'character entities by number': markdown(() => list(400, () => '&#x1F600;&#0;&#128512;'.repeat(9)).join('\n\n')),
    'character entities that are none': markdown(() => list(40, () => '&CounterClockwiseContourIntegra '.repeat(70)).join('\n\n')),
    'character entities without marks between': markdown(() => list(11, () => '&lt;'.repeat(1_000)).join('\n\n')),
    'quotes in quotes': markdown(() => list(90, () => `${'> '.repeat(39)}x`).join('\n\n')),
    'lists in lists': markdown(() => list(90, () => `${'- '.repeat(39)}x`).join('\n')),
    'lists that are indented by steps': markdown(() => list(300, (at) => `${'  '.repeat(at % 39)}- x`).join('\n')),
    'ordered lists in quotes': markdown(() => list(100, () => `${'> 1. '.repeat(19)}x`).join('\n')),
    'a table with many columns': markdown(() => `|${'a|'.repeat(800)}\n|${'-|'.repeat(800)}\n|${'b|'.repeat(800)}`),
    'a table with many rows': markdown(() => `|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(1_900)}`),
    'tables one after the other': markdown(() => list(60, () => `|${'a|'.repeat(30)}\n|${'-|'.repeat(30)}\n|${'b|'.repeat(30)}`).join('\n\n')),
    'a table with formatted cells': markdown(() => `|a|b|\n|-|-|\n${'|**a** _b_ `c`|[x](https://e.org)|\n'.repeat(300)}`),
    'links': markdown(() => list(60, () => '[a](https://example.org/x) '.repeat(40)).join('\n\n')),
    'addresses': markdown(() => list(60, () => 'https://example.org/x a@example.org '.repeat(20)).join('\n\n')),
    'words that begin like addresses': markdown(() => 'h '.repeat(40_000)),
    'addresses before East Asian stops': markdown(() => 'www.a。'.repeat(5_000)),
    'images': markdown(() => list(60, () => '![a](https://example.org/x.png) '.repeat(30)).join('\n\n')),
    'emphasis': markdown(() => list(60, () => '**a** _b_ ~~c~~ `d` '.repeat(20)).join('\n\n')),
    'emphasis in emphasis': markdown(() => list(80, () => `${'*a '.repeat(60)}${'b* '.repeat(60)}`).join('\n\n')),
    'emphasis that does not close': markdown(() => list(20, () => '*a **b _c __d '.repeat(140)).join('\n\n')),
    'backslashes': markdown(() => list(11, () => '\\*'.repeat(500)).join('\n\n')),
    'code spans that do not close': markdown(() => list(20, () => list(60, (at) => '`'.repeat(at + 1)).join(' x ')).join('\n\n')),
    'hard line breaks': markdown(() => list(20, () => 'a  \n'.repeat(90)).join('\n\n')),
    'headings': markdown(() => '# a\n\n'.repeat(1_400)),
    'rules': markdown(() => '---\n\n'.repeat(1_400)),
    'small fenced blocks': markdown(() => '```ts\nconst a = 1\n```\n\n'.repeat(700)),
    'formulas': markdown(() => '$x^{2}+\\sqrt{y}$ '.repeat(1_500)),
    'formulas in paragraphs': markdown(() => list(700, () => '$$\n\\frac{\\sqrt{x}}{\\sqrt{y}}\n$$').join('\n\n')),
    'formulas at their limit': markdown(() => list(20, () => `$${'\\frac{a}{b}'.repeat(170)}$`).join('\n\n')),
    'matrices': markdown(() => list(20, () => `$$\n\\begin{matrix}${list(28, () => list(28, () => 'x').join('&')).join('\\\\')}\\end{matrix}\n$$`).join('\n\n')),
    'a fenced block in C++': markdown(() => `\`\`\`cpp\n${'template<typename T, typename... A> auto f(T&& a, A... b) -> decltype(g(a, b...)) { return a<b>(c); }\n'.repeat(300)}\`\`\``),
    'letters that combine': markdown(() => list(20, () => 'a\u0301\u0302\u0303'.repeat(1_000)).join('\n\n')),
    'letters of two directions': markdown(() => list(20, () => 'a \u05d0 '.repeat(1_000)).join('\n\n')),
    'soft hyphens and joiners': markdown(() => list(20, () => 'a\u00ad\u200d'.repeat(1_500)).join('\n\n')),
    'one word of all letters': markdown(() => list(90_000, (at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join('')),
    'pictures of people': markdown(() => '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(8_000)),
  },
  latex: {
    'fractions at the limit': () => ({ expression: '\\frac{a}{b}'.repeat(180) }),
    'roots in roots': () => ({ expression: `${'\\sqrt{'.repeat(200)}x${'}'.repeat(200)}` }),
    'a matrix at the limit': () => ({ expression: `\\begin{matrix}${list(30, () => list(30, () => 'x').join('&')).join('\\\\')}\\end{matrix}` }),
    'a matrix of empty cells': () => ({ expression: `\\begin{matrix}${'&'.repeat(1_900)}\\end{matrix}` }),
    'rows without cells': () => ({ expression: `\\begin{matrix}${'\\\\'.repeat(900)}\\end{matrix}` }),
    'macros that grow': () => ({ expression: '\\def\\a{xxxxxxxxxxxxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c' }),
    'macros of long text': () => ({ expression: `\\def\\a{${'\\frac{x}{y}'.repeat(80)}}${'\\a'.repeat(150)}` }),
    'macros with arguments': () => ({ expression: `\\def\\a#1{#1#1#1#1#1#1#1#1}\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}` }),
    'brackets of every height': () => ({ expression: `${'\\left('.repeat(90)}x${'\\right)'.repeat(90)}` }),
    'arrows that stretch': () => ({ expression: '\\xrightarrow{abc}'.repeat(110) }),
    'accents in accents': () => ({ expression: `${'\\widehat{'.repeat(180)}x${'}'.repeat(180)}` }),
    'braces under braces': () => ({ expression: `${'\\underbrace{'.repeat(140)}x${'}'.repeat(140)}` }),
  },
  code: Object.fromEntries([
    ...['cpp', 'c', 'typescript', 'python', 'rust', 'html', 'markdown', 'latex', 'swift', 'php', 'scss', 'sql', 'bash', 'json', 'haskell', 'vue'].flatMap((language) => [
      [`${language}: templates and brackets`, source(language, `${'a<b<c<(d[e{f('.repeat(60)}\n`.repeat(40))],
      [`${language}: words`, source(language, 'template<typename T> static const unsigned long long int f(T a, int b) { return a + b; } // x\n'.repeat(300))],
    ]),
    ['cpp: one long line', source('cpp', 'a<'.repeat(480))],
    ['cpp: many long lines', source('cpp', `${'a::b<c,'.repeat(120)}\n`.repeat(50))],
    ['an unknown language', source('nothing', 'x\n'.repeat(20_000))],
    ['letters that combine', source('text', `${'a\u0301\u0302'.repeat(5_000)}\n`.repeat(6))],
    ['one endless line', () => ({ code: 'W'.repeat(100_000), language: 'text', filename: 'W'.repeat(300), maxHeight: 'auto' })],
    ['ten thousand tabs', source('text', '\t'.repeat(90_000))],
  ]),
  json: {
    'a thousand levels': () => ({ data: JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`), expandLevel: 300 }),
    'names without end': () => ({ data: Object.fromEntries(list(900, (at) => [`${'k'.repeat(900)}${at}`, at])), expandLevel: 9 }),
    'one long text': () => ({ data: 'x'.repeat(900_000) }),
    'letters that combine': () => ({ data: list(300, () => `Z${'\u0301\u0317'.repeat(400)}`) }),
  },
  callout: {
    'character entities': () => ({ type: 'info', content: '&amp;'.repeat(2_900) }),
    'C++': () => ({ type: 'info', content: `\`\`\`cpp\n${'a<b<c<d<'.repeat(100)}\n\`\`\`` }),
  },
  metric: {
    'letters that combine': () => ({ value: 1, label: `Z${'\u0301\u0317'.repeat(100_000)}` }),
  },
  tabs: { 'texts in all of them': () => ({ tabs: list(20, (at) => ({ id: `${at}`, label: 'x', content: '&amp;'.repeat(2_900) })) }) },
  accordion: { 'texts in all of them': () => ({ allowMultiple: true, items: list(20, (at) => ({ id: `${at}`, title: 'x', content: '&amp;'.repeat(2_900), defaultOpen: true })) }) },
  report: {
    'texts in all sections': () => ({ title: 'r', sections: list(60, (at) => ({ title: `${at}`, content: '**a** _b_ '.repeat(300) })) }),
    'entities in all sections': () => ({ title: 'r', sections: list(30, (at) => ({ title: `${at}`, content: '&amp;'.repeat(2_900) })) }),
    'tables in all sections': () => ({ title: 'r', sections: list(30, (at) => ({ title: `${at}`, content: `|${'a|'.repeat(40)}\n|${'-|'.repeat(40)}\n${`|${'b|'.repeat(40)}\n`.repeat(30)}` })) }),
    'formulas in all sections': () => ({ title: 'r', sections: list(30, (at) => ({ title: `${at}`, content: '$\\frac{\\sqrt{x}}{\\sqrt{y}}$ '.repeat(60) })) }),
    'C++ in all sections': () => ({ title: 'r', sections: list(20, (at) => ({ title: `${at}`, content: `\`\`\`cpp\n${`${'a<b<c<(d[e{f('.repeat(60)}\n`.repeat(10)}\`\`\`` })) }),
  },
}

const moving: PagePayload[] = ['<marquee>PWNED</marquee>', '<div style="position:fixed;inset:0;background:red">x</div>', '<h1 style="font-size:900px;margin:-900px">x</h1>', '<table width=99999><td height=99999 bgcolor=red>x</table>', '<font size=7>x</font><blink>x</blink><center>x</center>', `<sup>${'<sup>'.repeat(50)}x`, `<ruby>${'<rt>'.repeat(50)}x`, '<img width=9999 height=9999 hspace=-999 alt=x>', '<hr size=9999 color=red>', `<pre>${'W'.repeat(9_000)}</pre>`, `<nobr>${'W '.repeat(9_000)}`].map(
  (html, at) => ({ component: 'markdown', name: `HTML that moves ${at}`, props: () => ({ content: html, allowHtml: true }) }),
)

/** Texts of links to evil.example that look like another host or like no host. */
const DECEPTIVE_TEXTS = {
  'a name without a host': 'PayPal login',
  'a host': 'paypal.com',
  'a host and a path': 'https://paypal.com/login',
  'a host before the own one': 'paypal.com.evil.example',
  'a host after the own one': 'evil.example@paypal.com',
  'a path like a host': 'evil.example /paypal.com',
  'a zero-width space': 'paypal\u200b.com',
  'a word joiner': 'pay\u2060pal.com',
  'a soft hyphen': 'pay\u00adpal.com',
  'a combining grapheme joiner': 'pay\u034fpal.com',
  'a combining stroke': 'paypal\u0338.com',
  'a full-width dot': 'paypal\uff0ecom',
  'full-width letters': '\uff50\uff41\uff59\uff50\uff41\uff4c.com',
  'a one-dot leader': 'paypal\u2024com',
  'an ideographic full stop': 'paypal\u3002com',
  'a half-width full stop': 'paypal\uff61com',
  'a fraction slash': 'paypal\u2044com',
  'a division slash': 'evil.example\u2215paypal.com',
  'a letter like a slash': 'paypal.com\u2571login',
  'mathematical letters': '\u{1d429}\u{1d41a}\u{1d432}\u{1d429}\u{1d41a}\u{1d425}.com',
  'letters in circles': '\u24df\u24d0\u24e8\u24df\u24d0\u24db.com',
  'Cyrillic letters': '\u0440\u0430\u0443\u0440\u0430l.com',
  'an override of the direction': '\u202emoc.lapyap',
  'a mark of the direction': '\u200fmoc.lapyap',
  'a text of the other direction': '\u05d0.com paypal',
  'spaces that are not seen': '\u3164',
  'a blank pattern of dots': '\u2800',
  'tags': '\u{e0070}\u{e0061}\u{e0079}',
  'a text that begins far away': `${'\u200b'.repeat(1_200)}paypal.com`,
  'a long text': `paypal.com ${'\u00a0'.repeat(400)}x`,
} as const

const linkTo = (text: string) => `[${text}](https://evil.example/login)`
/** Components that show texts with links written by a model. */
const LINKING: Record<string, (links: string) => JsonObject> = {
  markdown: (links) => ({ content: `${links}\n\n> - **x**\n\n| ${linkTo('PayPal login')} |\n|---|\n| ${linkTo('paypal.com')} |\n\nx[^1]\n\n[^1]: ${linkTo('paypal.com')}` }),
  callout: (links) => ({ type: 'info', title: 'x', content: links }),
  report: (links) => ({ title: 'x', sections: [{ title: 'x', content: links }], footer: links }),
  tabs: (links) => ({ tabs: [{ id: 'a', label: 'x', content: links }] }),
  accordion: (links) => ({ items: [{ id: 'a', title: 'x', content: links, defaultOpen: true }] }),
}

export const deceptivePayloads: readonly PagePayload[] = Object.entries(LINKING).map(([component, props]) => ({
  component,
  name: 'deceptive texts',
  props: () => props(Object.entries(DECEPTIVE_TEXTS).map(([name, text]) => `${name}: ${linkTo(text)}`).join('\n\n')),
}))
export const deceptiveTextCount = Object.keys(DECEPTIVE_TEXTS).length

export const paintingPayloads: readonly PagePayload[] = [...painted, ...formulas, ...moving]
export const costlyPayloads: readonly PagePayload[] = Object.entries(costly).flatMap(([component, group]) =>
  Object.entries(group).map(([name, props]) => ({ component, name, props })),
)
