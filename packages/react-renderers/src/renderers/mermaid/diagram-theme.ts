import type { ChartTokens } from '../chart/chart-tokens.ts'

const own: readonly unknown[] = ['dark', 'forest', 'neutral', 'base']

/** Returns the Mermaid theme selected by the props; undefined for the colours of the page. */
export const themeName = (value: unknown): string | undefined => (own.includes(value) ? String(value) : undefined)

/** The configuration of Mermaid, which the diagram text cannot change. */
export function diagramConfig(name: string | undefined, tokens: ChartTokens, dark: boolean): Record<string, unknown> {
  const theme = name === undefined ? { theme: 'base', darkMode: dark, themeVariables: pageVariables(tokens, dark) } : { theme: name }
  const shape = { htmlLabels: false, useMaxWidth: false }
  const config = {
    startOnLoad: false,
    securityLevel: 'sandbox',
    htmlLabels: false,
    suppressErrorRendering: true,
    logLevel: 'fatal',
    maxTextSize: 50_000,
    maxEdges: 300,
    deterministicIds: true,
    arrowMarkerAbsolute: false,
    fontFamily: tokens.font,
    themeCSS: '',
    dompurifyConfig: { FORBID_TAGS: ['img', 'image', 'a', 'iframe', 'script'] },
    ...theme,
    ...Object.fromEntries(kinds.map((kind) => [kind, kind === 'flowchart' || kind === 'class' || kind === 'state' ? shape : { useMaxWidth: false }])),
  }
  return { ...config, secure: ['secure', 'layout', 'look', 'themeVariables', ...Object.keys(config)] }
}

const kinds = [
  'flowchart',
  'sequence',
  'gantt',
  'journey',
  'timeline',
  'class',
  'state',
  'er',
  'pie',
  'quadrantChart',
  'xyChart',
  'requirement',
  'mindmap',
  'kanban',
  'gitGraph',
  'c4',
  'sankey',
  'packet',
  'block',
  'architecture',
  'radar',
]

function pageVariables(tokens: ChartTokens, dark: boolean): Record<string, unknown> {
  const scale = Object.fromEntries(
    tokens.series.flatMap((color, index) => [
      [`pie${index + 1}`, color],
      [`git${index}`, color],
      [`gitBranchLabel${index}`, tokens.surface],
      [`cScale${index}`, tokens.accentSoft],
      [`cScaleLabel${index}`, tokens.text1],
      [`cScalePeer${index}`, color],
      [`cScaleInv${index}`, tokens.text2],
      [`fillType${index}`, index % 2 === 0 ? tokens.accentSoft : tokens.raised],
    ]),
  )
  return {
    darkMode: dark,
    background: tokens.surface,
    fontFamily: tokens.font,
    fontSize: '14px',
    dropShadow: 'none',
    useGradient: false,
    primaryColor: tokens.accentSoft,
    primaryTextColor: tokens.text1,
    primaryBorderColor: tokens.accent,
    secondaryColor: tokens.raised,
    secondaryTextColor: tokens.text1,
    secondaryBorderColor: tokens.text3,
    tertiaryColor: tokens.raised,
    tertiaryTextColor: tokens.text1,
    tertiaryBorderColor: tokens.line,
    lineColor: tokens.text2,
    textColor: tokens.text1,
    titleColor: tokens.text1,
    noteBkgColor: tokens.raised,
    noteTextColor: tokens.text1,
    noteBorderColor: tokens.text3,
    edgeLabelBackground: tokens.surface,
    clusterBkg: tokens.raised,
    clusterBorder: tokens.line,
    actorBkg: tokens.accentSoft,
    actorBorder: tokens.accent,
    actorTextColor: tokens.text1,
    labelBoxBkgColor: tokens.raised,
    signalTextColor: tokens.text1,
    loopTextColor: tokens.text1,
    activationBkgColor: tokens.raised,
    sectionBkgColor: tokens.raised,
    altSectionBkgColor: tokens.surface,
    sectionBkgColor2: tokens.raised,
    taskBkgColor: tokens.accentSoft,
    taskBorderColor: tokens.accent,
    taskTextColor: tokens.text1,
    taskTextDarkColor: tokens.text1,
    taskTextLightColor: tokens.text1,
    taskTextOutsideColor: tokens.text1,
    activeTaskBkgColor: tokens.accentSoft,
    activeTaskBorderColor: tokens.accent,
    doneTaskBkgColor: tokens.raised,
    doneTaskBorderColor: tokens.text3,
    gridColor: tokens.line,
    pieTitleTextColor: tokens.text1,
    pieSectionTextColor: tokens.surface,
    pieLegendTextColor: tokens.text1,
    pieStrokeColor: tokens.surface,
    pieOuterStrokeColor: tokens.line,
    pieOpacity: '1',
    attributeBackgroundColorOdd: tokens.surface,
    attributeBackgroundColorEven: tokens.raised,
    commitLabelColor: tokens.text1,
    commitLabelBackground: tokens.raised,
    xyChart: {
      backgroundColor: tokens.surface,
      titleColor: tokens.text1,
      xAxisLabelColor: tokens.text2,
      yAxisLabelColor: tokens.text2,
      xAxisTitleColor: tokens.text1,
      yAxisTitleColor: tokens.text1,
      xAxisLineColor: tokens.text3,
      yAxisLineColor: tokens.text3,
      plotColorPalette: tokens.series.join(', '),
    },
    ...scale,
  }
}
