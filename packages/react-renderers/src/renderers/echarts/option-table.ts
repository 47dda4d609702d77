/**
 * The options that are passed to ECharts. An option that is not in this table is removed, so that a later version of ECharts cannot
 * introduce unreviewed costs or behaviour. A number is clamped to the range of its name.
 */

const words = (text: string): string[] => text.split(' ')

type Range = readonly [min: number, max: number]

/** Names by the range of their numbers, which are pixels, degrees, ratios, seconds or counts according to the documentation of ECharts. */
const ranges: readonly (readonly [...Range, string])[] = [
  [0, 1, 'opacity inactiveOpacity smooth friction gravity colorAlpha borderColorSaturation'],
  [0, 2, 'nodeScaleRatio'],
  [-1, 1, 'curveness'],
  [0, 2_000, 'throttle'],
  [1, 40, 'splitNumber leafDepth'],
  [0, 40, 'depth'],
  [-1, 40, 'initialTreeDepth'],
  [0, 64, 'layoutIterations'],
  [1, 5, 'number'],
  [1, 60, 'period'],
  [0, 10, 'scale'],
  [0, 12, 'precision labelPrecision percentPrecision'],
  [0, 20, 'miterLimit borderMiterLimit'],
  [0, 40, 'fontSize borderWidth inactiveBorderWidth gapWidth scaleSize selectedOffset gap'],
  [0, 60, 'itemWidth itemHeight pageIconSize moveHandleSize handleSize'],
  [0, 80, 'lineHeight minSize'],
  [-80, 80, 'nameGap axisNameGap padding'],
  [0, 100, 'start end minSpan maxSpan'],
  [0, 120, 'symbolSize edgeSymbolSize'],
  [-120, 120, 'margin minMargin textMargin'],
  [0, 200, 'nodeWidth nodeGap textGap itemGap size'],
  [-200, 200, 'distance distanceToLabelLine edgeDistance bleedMargin length length2'],
  [0, 400, 'barWidth barMaxWidth barMinWidth barMinHeight boxWidth'],
  [-720, 720, 'startAngle endAngle minAngle padAngle minShowLabelAngle minTurnAngle maxSurfaceAngle barMinAngle rotate symbolRotate nameRotate rotateLabel'],
  [0, 2_000, 'repulsion edgeLength'],
  [
    0,
    200,
    'xAxisIndex yAxisIndex gridIndex polarIndex radarIndex parallelIndex singleAxisIndex angleAxisIndex radiusAxisIndex datasetIndex fromDatasetIndex fromTransformResult seriesIndex',
  ],
  [0, 1e6, 'visibleMin childrenVisibleMin'],
]

/** Names whose numbers are data or positions in the data. Any finite number is allowed. */
const dataNumbers = words(
  'value data min max interval minInterval maxInterval logBase startValue endValue coord coords xAxis yAxis angleAxis radiusAxis singleAxis x y range minValueSpan maxValueSpan gt gte lt lte eq ne > >= < <= = != <> name id seriesId xAxisId yAxisId gridId polarId parallelId radiusAxisId angleAxisId singleAxisId category categories source target dimension dimensions dim and or not links edges nodes children customValues hours valueIndex scaleLimit',
)

/** Names with other types of values, or with numbers in the range `OTHER_RANGE`. */
const others = words(
  [
    // Components
    'series grid dataset legend tooltip dataZoom visualMap polar radar parallel parallelAxis parallelAxisDefault axisExpandable axisExpandCenter axisExpandCount axisExpandWidth axisExpandTriggerOn axisPointer transform',
    // Data and its interpretation
    'type show text icon itemName itemStyle sourceHeader seriesLayoutBy encode displayName fromDatasetId datasetId config parser order dimensionIndex valueDim selected selectedMode selectedMap itemId itemGroupId tooltipName',
    // Position and size
    'left right top bottom width height center radius r r0 orient align verticalAlign position offset offsetCenter dx dy containLabel outerBounds outerBoundsMode outerBoundsContain layout layoutCenter layoutSize z2',
    // Axes
    'alignTicks nameLocation nameTextStyle nameTruncate maxWidth ellipsis overflow lineOverflow nameMoveOverlap inverse boundaryGap axisLine axisTick axisLabel axisName splitLine splitArea minorTick minorSplitLine onZero onZeroAxisIndex alignWithLabel inside showMinLabel showMaxLabel alignMinLabel alignMaxLabel verticalAlignMinLabel verticalAlignMaxLabel hideOverlap formatter silent triggerEvent triggerTooltip snap handle startValue dataMin dataMax showMinLine showMaxLine',
    // Texts
    'textStyle fontStyle fontWeight color textAlign rich label endLabel edgeLabel upperLabel labelLine labelLayout alignTo lineStyle areaStyle origin borderType borderColor borderRadius borderDashOffset borderCap borderJoin dashOffset cap join valueAnimation moveOverlap labelLinePoints showAbove',
    // Marks and states
    'color0 borderColor0 borderColorDoji colorMappingBy colorSaturation colorLightness colorHue symbol symbolOffset symbolKeepAspect symbolPosition showSymbol showAllSymbol triggerLineEvent markPoint markLine markArea emphasis blur select disabled focus blurScope edgeSymbol backgroundStyle showBackground colorBy legendHoverLink clip step smoothMonotone sampling connectNulls stack stackStrategy stackOrder large roundCap realtimeSort barGap barCategoryGap coordinateSystem',
    // Series
    'avoidLabelOverlap stillShowZeroSum clockwise roseType showEmptyCircle emptyCircleStyle sort funnelAlign maxSize minSize progress pointer anchor detail keepAspect overlap indicator shape nodeAlign draggable levels force initLayout circular autoCurveness ignoreForceLayout fixed roam expandAndCollapse edgeShape edgeForkPosition leaves collapsed symbolPatternSize rippleEffect brushType showEffectOn effectType renderLabelForZeroData nodes inactive active activeOpacity smoothness layoutIterations zoom drillDownIcon colorSaturation breadcrumb emptyItemWidth singleAxis',
    // Legend, zoom and visual map
    'inactiveColor inactiveBorderColor selector selectorLabel selectorPosition selectorItemGap selectorButtonGap pageButtonItemGap pageButtonGap pageButtonPosition pageFormatter pageIconColor pageIconInactiveColor pageTextStyle scrollDataIndex symbolRotate zoomLock filterMode rangeMode realtime showDetail showDataShadow dataBackground selectedDataBackground fillerColor handleIcon handleStyle handleLabel moveHandleIcon moveHandleStyle brushSelect brushStyle labelFormatter zoomOnMouseWheel moveOnMouseMove moveOnMouseWheel preventDefaultMouseMove pieces inRange outOfRange controller calculable seriesTargets hoverLink showLabel itemSymbol minOpen maxOpen contentColor indicatorIcon indicatorSize indicatorStyle unboundedRange',
    // Tooltip
    'trigger triggerOn showContent alwaysShowContent showDelay hideDelay enterable confine axis crossStyle shadowStyle',
    // Colours of gradients and patterns
    'colorStops image repeat',
  ].join(' '),
)

/** The range of numbers for options without their own range. */
export const OTHER_RANGE: Range = [-10_000, 10_000]
const DATA: Range = [-Number.MAX_VALUE, Number.MAX_VALUE]

const table = new Map<string, Range>([
  ...others.map((name) => [name, OTHER_RANGE] as const),
  ...dataNumbers.map((name) => [name, DATA] as const),
  ...ranges.flatMap(([min, max, names]) => words(names).map((name) => [name, [min, max]] as const)),
])

/** The names of all options that are passed to ECharts. */
export const optionNames: readonly string[] = [...table.keys()]

/** Returns the range of the numbers of an option; undefined if the option is not passed to ECharts. */
export const findRange = (name: string): Range | undefined => table.get(name)

/** True for an option whose numbers are data, which can be any finite number. */
export const hasDataRange = (name: string): boolean => table.get(name) === DATA

/** Options that are one number or one text according to the types of ECharts. The library computes with them without a check. */
const singleValues = words(
  [
    // Position and size
    'left right top bottom width height r0 dx dy z2 zoom layoutSize maxWidth gap itemGap itemWidth itemHeight nodeWidth nodeGap nodeScaleRatio textGap gapWidth scaleSize emptyItemWidth selectedOffset minSize maxSize barWidth barMaxWidth barMinWidth barMinHeight barGap barCategoryGap indicatorSize symbolPatternSize handleSize moveHandleSize pageButtonItemGap pageButtonGap selectorItemGap selectorButtonGap length length2 distanceToLabelLine edgeDistance bleedMargin minMargin',
    // Angles
    'startAngle endAngle minAngle padAngle minShowLabelAngle minTurnAngle maxSurfaceAngle barMinAngle rotate nameRotate',
    // Axes and ranges
    'min max interval minInterval maxInterval logBase splitNumber nameGap axisNameGap start end startValue endValue minSpan maxSpan minValueSpan maxValueSpan throttle axisExpandCenter axisExpandCount axisExpandWidth precision labelPrecision percentPrecision valueIndex scrollDataIndex',
    // Texts and lines
    'fontSize lineHeight borderWidth inactiveBorderWidth opacity inactiveOpacity miterLimit borderMiterLimit dashOffset borderDashOffset curveness smooth step',
    // Layouts and effects
    'depth leafDepth initialTreeDepth layoutIterations visibleMin childrenVisibleMin borderColorSaturation friction gravity number period scale showDelay hideDelay',
    // References
    'gridIndex polarIndex radarIndex parallelIndex datasetIndex fromDatasetIndex fromTransformResult onZeroAxisIndex',
  ].join(' '),
)

/** Options that are one object according to the types of ECharts. */
const singleObjects = words(
  'axisLine axisTick axisLabel splitLine splitArea minorTick minorSplitLine nameTextStyle nameTruncate parallelAxisDefault outerBounds textStyle itemStyle lineStyle areaStyle label labelLine labelLayout edgeLabel upperLabel endLabel rich encode markPoint markLine markArea emphasis blur select backgroundStyle emptyCircleStyle rippleEffect circular progress pointer anchor detail breadcrumb leaves scaleLimit inRange outOfRange controller dataBackground selectedDataBackground handleStyle handleLabel moveHandleStyle brushStyle indicatorStyle crossStyle shadowStyle pageTextStyle selectorLabel',
)

const shapes = new Map<string, 'value' | 'object'>([
  ...singleValues.map((name) => [name, 'value'] as const),
  ...singleObjects.map((name) => [name, 'object'] as const),
])

/** Returns 'value' or 'object' for an option that is one number or text, or one object; undefined if it can have other forms, too. */
export const findShape = (name: string): 'value' | 'object' | undefined => shapes.get(name)

/** Records whose keys are arbitrary names, such as styles of rich text, series and dimensions. */
export const recordsWithOwnKeys: ReadonlySet<string> = new Set(words('rich selected encode selectedMap'))

/** The names of built-in symbols. Other symbols are paths and images. */
export const symbols: ReadonlySet<string> = new Set(
  words('circle rect roundRect triangle diamond pin arrow none emptyCircle emptyRect emptyDiamond emptyTriangle emptyRoundRect emptyPin emptyArrow'),
)
