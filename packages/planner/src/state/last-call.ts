/** The call before the current one, to notice a model that goes in circles. */
export interface LastCall {
  key: string
  step: number
  times: number
}
