/** Creates a text that requests an address if it is interpreted in the language in which it is written. */
export type RequestingText = (address: string) => string

/** Text that closes an attribute, a text field and a title, followed by every element and style that loads a resource. */
const markup: RequestingText = (url) =>
  `x"'></textarea></title><img src="${url}"><img srcset="${url} 1x"><picture><source srcset="${url}"><img></picture><svg><image href="${url}"/><image xlink:href="${url}"/><use href="${url}#a"/><filter><feImage href="${url}"/></filter><style>@import "${url}";</style></svg><iframe src="${url}"></iframe><video src="${url}" poster="${url}"></video><object data="${url}"></object><embed src="${url}"><input type=image src="${url}"><table background="${url}"><tr><td>x</td></tr></table><link rel=stylesheet href="${url}"><link rel=prefetch href="${url}"><style>@import "${url}"; i{background:url(${url})}</style><i>x</i><p style="background:url(${url})">x</p><a href="${url}" target="_self" style="list-style-image:url(${url})">y</a><meta http-equiv=refresh content="0;url=${url}"><base href="${url}">`

const cssValue: RequestingText = (url) => `url(${url})`
const chartImage: RequestingText = (url) => `image://${url}`

/** Texts for any text prop of a component. */
export const requestingTexts = {
  markup,
  markdown: (url: string) =>
    `![x](${url}) ![y][r] [![z](${url})](${url})\n\n[r]: ${url}\n\n\`\`\`mermaid\nflowchart TD\n A@{ img: "${url}" }\n\`\`\`\n\n$\\includegraphics{${url}}$`,
  'CSS value': cssValue,
  'CSS declarations': (url: string) => `red;background:url(${url});}*{background:url(${url})}@import "${url}";`,
  address: (url: string) => url,
  'address without a scheme': (url: string) => url.replace('https:', ''),
  'image of a chart': chartImage,
} satisfies Readonly<Record<string, RequestingText>>

/** Texts for components whose props contain a language of their own. */
export const ownLanguages: Readonly<Record<string, Readonly<Record<string, RequestingText>>>> = {
  latex: { formula: (url) => `\\includegraphics{${url}}\\href{${url}}{x}\\htmlStyle{background:url(${url})}{y}` },
  mermaid: {
    image: (url) => `flowchart TD\n A@{ img: "${url}", label: "a } b", w: 60, h: 60 }`,
    'image in a second block': (url) => `flowchart TD\n A@{ shape: rect }\n A@{\n  label: "}"\n  img: "${url}"\n }`,
    label: (url) => `flowchart TD\n A["<img src='${url}'>"] --> B["\`![x](${url})\`"]`,
    link: (url) => `flowchart TD\n A-->B\n click A href "${url}" _self`,
    style: (url) => `flowchart TD\n A-->B\n style A fill:url(${url})\n classDef c fill:#fff,background:url(${url})\n class B c`,
    theme: (url) => `%%{init: {"themeCSS": "*{background:url(${url})}", "fontFamily": "x;background:url(${url})"}}%%\nflowchart TD\n A-->B`,
  },
}

/** Chart examples (`chartExamples`) with many kinds of text, and the language of the texts that replace them. */
export const chartsOfTexts: readonly string[] = ['a ring', 'rich labels', 'markers of a figure', 'a pie of a figure']
export const textsOfCharts: Readonly<Record<string, RequestingText>> = { markup, 'CSS value': cssValue, 'image of a chart': chartImage }

/** Texts in two halves, for props that are joined before they are interpreted. */
export const splitTexts: Readonly<Record<string, (address: string) => readonly [string, string]>> = {
  tag: (url) => [`<a href="${url}" target="_self"><img sr`, `c="${url}" style="background:url(${url})">x</a>`],
  'CSS value': (url) => ['url(', `${url})`],
}
