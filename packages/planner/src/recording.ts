// The public API of @pf/planner/recording.
export { compareRequests, type RequestDifference } from './recording/compare-requests.ts'
export { type ModelExchange, modelExchangeSchema, type RecordedRequest, readModelExchanges } from './recording/model-exchange.ts'
export { type RecordOptions, recordModel } from './recording/record-model.ts'
export { createRecordedModel, type RecordedModelOptions } from './recording/recorded-model.ts'
