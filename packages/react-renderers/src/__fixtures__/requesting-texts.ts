/** Makes a text that asks for an address where it is taken for the language it is written in. */
export type RequestingText = (address: string) => string

/** What ends an attribute, a text field and a title, then every element and style that loads something. */
const markup: RequestingText = (url) =>
  `x"'></textarea></title><img src="${url}"><img srcset="${url} 1x"><picture><source srcset="${url}"><img></picture><svg><image href="${url}"/><image xlink:href="${url}"/><use href="${url}#a"/><filter><feImage href="${url}"/></filter><style>@import "${url}";</style></svg><iframe src="${url}"></iframe><video src="${url}" poster="${url}"></video><object data="${url}"></object><embed src="${url}"><input type=image src="${url}"><table background="${url}"><tr><td>x</td></tr></table><link rel=stylesheet href="${url}"><link rel=prefetch href="${url}"><style>@import "${url}"; i{background:url(${url})}</style><i>x</i><p style="background:url(${url})">x</p><a href="${url}" target="_self" style="list-style-image:url(${url})">y</a><meta http-equiv=refresh content="0;url=${url}"><base href="${url}">`

const cssValue: RequestingText = (url) => `url(${url})`
const chartImage: RequestingText = (url) => `image://${url}`

/** For any text of a component. */
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

/** For components whose texts are in a language of their own. */
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

/** Examples of charts (`chartExamples`) with texts of many kinds, and what each of their texts is filled with. */
export const chartsOfTexts: readonly string[] = ['a ring', 'rich labels', 'markers of a figure', 'a pie of a figure']
export const textsOfCharts: Readonly<Record<string, RequestingText>> = { markup, 'CSS value': cssValue, 'image of a chart': chartImage }

/** Two halves, for texts that are joined before they are read. */
export const splitTexts: Readonly<Record<string, (address: string) => readonly [string, string]>> = {
  tag: (url) => [`<a href="${url}" target="_self"><img sr`, `c="${url}" style="background:url(${url})">x</a>`],
  'CSS value': (url) => ['url(', `${url})`],
}
