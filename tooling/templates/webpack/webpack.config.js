module.exports = {
  mode: 'production',
  performance: { hints: false },
  module: { rules: [{ test: /\.css$/, use: ['style-loader', 'css-loader'] }] },
}
