/**
 * The attributes of traces and layouts that are passed to Plotly. An attribute that is not in this table is removed, so that a later
 * version of Plotly cannot introduce unreviewed costs or addresses. A number is clamped to the range of its name.
 */

const words = (text: string): string[] => text.split(' ')

type Range = readonly [min: number, max: number]

/** Names whose numbers are data or positions in the data. Any finite number is allowed. */
const dataNames = words(
  'x y z x0 y0 x1 y1 dx dy a b c da db a0 b0 r0 dr theta theta0 dtheta values labels parents ids text hovertext customdata base open high low close q1 median q3 mean sd lowerfence upperfence notchspan label0 dlabel ' +
    'array arrayminus value valueminus range tickvals ticktext tick0 dtick categoryarray cmin cmax cmid zmin zmax zmid cauto isomin isomax surfacecolor intensity i j k u v w xhoverformat delta reference threshold start end size color level levels target source carpet sum minallowed maxallowed autorangeoptions clipmin clipmax min max include dimensions line constraintrange vertexcolor facecolor cells header lat lon locations location real imag measure axis counts totals',
)

/** Names by the range of their numbers, according to the documentation of Plotly. */
const ranges: readonly (readonly [...Range, string])[] = [
  [
    0,
    1,
    'opacity fgopacity solidity hole scattergap bargap bargroupgap boxgap boxgroupgap violingap violingroupgap funnelgap funnelgroupgap notchwidth whiskerwidth jitter position xgapshare ambient diffuse fresnel roughness',
  ],
  [0, 1.3, 'smoothing'],
  [0, 2, 'specular'],
  [-2, 2, 'pointpos'],
  [-1, 1, 'x0shift x1shift y0shift y1shift'],
  [0, 10, 'arrowsize startarrowsize arrowwidth minexponent eye'],
  [0, 8, 'arrowhead startarrowhead'],
  [1, 12, 'rows columns'],
  [0, 20, 'tickwidth minorgridwidth borderwidth outlinewidth outlierwidth dividerwidth zerolinewidth gridwidth linewidth spikethickness maxdepth'],
  [0, 50, 'ticklen ticklabelstep'],
  [0, 100, 'ncontours pull sdmultiple'],
  [0, 200, 'nticks pad standoff startstandoff xpad ypad thickness itemwidth backoff'],
  [-200, 200, 'ticklabelshift ticklabelstandoff indentation tracegroupgap entrywidth legendwidth borderpad shift'],
  [0, 400, 'l r t b'],
  [-400, 400, 'xshift yshift ax ay offset'],
  [0, 500, 'nbinsx nbinsy'],
  [-720, 720, 'tickangle textangle angle rotation startangle endangle sector'],
  [-1_000, 1_000, 'legendrank zorder namelength'],
  [
    0,
    1_000,
    'width size nmax xgap ygap len sizemin minsize maxdisplayed maxheight minreducedwidth minreducedheight hoverdistance spikedistance traceref tracerefminus barcornerradius cornerradius',
  ],
]

/** Names with other types of values, or with numbers in the range `OTHER_RANGE`. */
const others = words(
  [
    // Traces
    'type name visible showlegend legend legendgroup legendgrouptitle hoverinfo hoveron hovertemplate hoverlabel texttemplate textposition textinfo insidetextorientation insidetextanchor outsidetextfont insidetextfont textfont hovermode mode marker line fill fillcolor fillpattern fillgradient shape colorscale autocolorscale reversescale showscale colorbar coloraxis cauto zauto symbol symbols outliercolor outliers gradient sizeref sizemode pattern colors font fgcolor bgcolor connectgaps cliponaxis stackgroup groupnorm stackgaps orientation error_x error_y error_z symmetric copy_ystyle copy_zstyle direction sort scalegroup scalemode title titleposition domain row column alignmentgroup offsetgroup selectedpoints selected unselected xaxis yaxis xperiod yperiod xperiod0 yperiod0 xperiodalignment yperiodalignment',
    'boxpoints points boxmean meanline notched quartilemethod box side whiskers showwhiskers histnorm histfunc cumulative enabled currentbin autobinx autobiny xbins ybins bingroup contours autocontour coloring operation showlabels labelfont labelformat showlines transpose zsmooth hoverongaps xtype ytype increasing decreasing connector gauge bar steps number prefix suffix align relative valueformat valuesuffix position automargin sizing node link label arrangement branchvalues count root pathbar tiling packing squarifypad flip maxdepth edgeshape side labelangle labelside cells format height header surface project usecolormap highlight highlightcolor highlightwidth lighting lightposition facenormalsepsilon vertexnormalsepsilon flatshading caps slices sizeref anchor opacityscale hidesurface alphahull delaunayaxis subplot realaxis imaginaryaxis rangefont tickfont labelposition diagonal showupperhalf showlowerhalf matches bundlecolors sortpaths columnwidth columnorder thetaunit',
    // Layout
    'barmode barnorm boxmode violinmode funnelmode bargroupmode hoversubplots scattermode margin autoexpand dragmode selectdirection clickmode calendar annotations shapes showarrow arrowcolor arrowside xref yref axref ayref xanchor yanchor valign bordercolor borderpad textfont layer xsizemode ysizemode path fillrule drawdirection grid pattern roworder subplots xaxes yaxes xside yside coloraxis uniformtext mode separators hidesources hiddenlabels traceorder itemsizing itemclick itemdoubleclick groupclick entrywidthmode grouptitlefont piecolorway extendpiecolors sunburstcolorway extendsunburstcolors treemapcolorway extendtreemapcolors iciclecolorway funnelareacolorway',
    // Axes
    'autorange rangemode scaleanchor scaleratio constrain constraintoward tickmode tickprefix ticksuffix showtickprefix showticksuffix showticklabels showexponent exponentformat separatethousands tickformat tickformatstops dtickrange ticks tickson ticklabelmode ticklabelposition ticklabeloverflow ticklabelindex tickcolor minor mirror showgrid gridcolor griddash showline linecolor zeroline zerolinecolor zerolinelayer showspikes spikecolor spikedash spikemode spikesnap showdividers dividercolor overlaying categoryorder autotypenumbers autotickangles hoverformat labelalias insiderange fixedrange layer side rangeslider rangeselector buttons step stepmode showbackground backgroundcolor showaxeslabels gridshape thetaunit period aspectmode aspectratio camera center up projection bargap radialaxis angularaxis aaxis baxis caxis zaxis dash',
    // Fonts, colour bars and labels of shapes
    'lenmode thicknessmode outlinecolor weight style variant textcase lineposition angleref autoshift constraintext group simplify padding diverging sequential sequentialminus',
  ].join(' '),
)

/** The range of numbers for attributes without their own range. */
export const OTHER_RANGE: Range = [-10_000, 10_000]
const DATA: Range = [-Number.MAX_VALUE, Number.MAX_VALUE]

const table = new Map<string, Range>([
  ...others.map((name) => [name, OTHER_RANGE] as const),
  ...ranges.flatMap(([min, max, names]) => words(names).map((name) => [name, [min, max]] as const)),
  ...dataNames.filter((name) => name !== 'size').map((name) => [name, DATA] as const),
])

/** The names of all attributes that are passed to Plotly, without the numbers of axes and subplots. */
export const attributeNames: readonly string[] = [...table.keys()]

/** Names of axes and of subplots, which have numbers. */
const NUMBERED = /^(?:[xy]axis|scene|polar|ternary|smith|coloraxis|legend)\d*$/

/** Returns the range of the numbers of an attribute; undefined if the attribute is not passed to Plotly. */
export const findRange = (name: string): Range | undefined => table.get(name) ?? (NUMBERED.test(name) ? OTHER_RANGE : undefined)
