import { ChordChart, EffectScatterChart, GraphChart, ParallelChart, SankeyChart, ThemeRiverChart, TreeChart } from 'echarts/charts'
import { ParallelComponent, SingleAxisComponent } from 'echarts/components'
import { use } from 'echarts/core'

use([ChordChart, EffectScatterChart, GraphChart, ParallelChart, SankeyChart, ThemeRiverChart, TreeChart, ParallelComponent, SingleAxisComponent])

/** True once flows, networks and trees can be drawn. */
export const moreLoaded = true
