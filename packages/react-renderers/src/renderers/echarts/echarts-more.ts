import { ChordChart, EffectScatterChart, GraphChart, ParallelChart, SankeyChart, ThemeRiverChart, TreeChart } from 'echarts/charts'
import { ParallelComponent, SingleAxisComponent } from 'echarts/components'
import { use } from 'echarts/core'

use([ChordChart, EffectScatterChart, GraphChart, ParallelChart, SankeyChart, ThemeRiverChart, TreeChart, ParallelComponent, SingleAxisComponent])

/** True after the additional series types are registered. */
export const moreLoaded = true
