declare module 'plotly.js-cartesian-dist-min' {
  const plotly: unknown
  export default plotly
}
