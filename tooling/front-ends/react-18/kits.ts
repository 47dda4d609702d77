import { accordion } from '@pf/registry/components/accordion'
import { callout } from '@pf/registry/components/callout'
import { code } from '@pf/registry/components/code'
import { confirm } from '@pf/registry/components/confirm'
import { datagrid } from '@pf/registry/components/datagrid'
import { echarts } from '@pf/registry/components/echarts'
import { embed } from '@pf/registry/components/embed'
import { form } from '@pf/registry/components/form'
import { grid } from '@pf/registry/components/grid'
import { html } from '@pf/registry/components/html'
import { image } from '@pf/registry/components/image'
import { json } from '@pf/registry/components/json'
import { latex } from '@pf/registry/components/latex'
import { markdown } from '@pf/registry/components/markdown'
import { mermaid } from '@pf/registry/components/mermaid'
import { metric } from '@pf/registry/components/metric'
import { plotly } from '@pf/registry/components/plotly'
import { report } from '@pf/registry/components/report'
import { selectOption } from '@pf/registry/components/select_option'
import { tabs } from '@pf/registry/components/tabs'
import { video } from '@pf/registry/components/video'

const layouts = [accordion, callout, grid, report, tabs]
const data = [code, datagrid, echarts, html, json, latex, markdown, mermaid, metric, plotly]

/** The kits of all components, loaded before the first render, so that the server renders components instead of skeletons. */

export const kits = [...layouts, ...data, confirm, form, selectOption, embed, image, video]
