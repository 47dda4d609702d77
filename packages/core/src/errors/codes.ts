/** The cause of every error code and its remedy, in full sentences that may be shown to an operator. */
export const errorCodes = {
  // Actions (normalizeAction)
  unparseable: {
    cause: 'A JSON object begins in the model output but cannot be read.',
    remedy: 'Ask the model again with the repair prompt, and check the response format of the endpoint.',
  },
  incomplete: {
    cause: 'The model output ends inside the action.',
    remedy: 'Raise max_tokens, or ask for the rest. `partialAnswer` contains the part that could be read.',
  },
  no_action: { cause: 'The JSON is not an action; it has none of the known shapes.', remedy: 'Ask for {"next_node", "args"} again.' },
  missing_next_node: { cause: 'The output is prose, or an object without `next_node`.', remedy: 'Ask the model for the answer alone, or for the action.' },
  missing_answer: { cause: 'A final_response has no answer or an empty one.', remedy: 'Ask the model for the answer alone.' },
  answer_not_string: { cause: 'The answer is not a string.', remedy: 'Ask for the answer as a string.' },
  bad_next_node: { cause: '`next_node` is not a usable name.', remedy: 'Use the name of a tool, or plan, task or final_response.' },
  ambiguous_action: {
    cause: 'The text or the other actions around an action leave open whether the model decided on it or only considered it.',
    remedy: 'Ask for one action again, with nothing around it.',
  },
  ambiguous_args: {
    cause: 'The output contains the arguments of a tool in two places, and they differ.',
    remedy: 'Ask for the action again, with all arguments in args.',
  },
  too_large: { cause: 'The input exceeds a size limit.', remedy: 'Send less, or raise the limit that the message names.' },
  too_deep: { cause: 'The input is nested deeper than the limit.', remedy: 'Flatten it, or raise the limit that the message names.' },
  syntax: { cause: 'The text is not JSON, or it ends early.', remedy: 'Send JSON as RFC 8259 defines it. The error contains the offset of the fault.' },
  // Blocks
  block_contract: {
    cause: 'The reply of the model is not exactly one ARTIFACT block followed by one USER block. `reason` says why.',
    remedy: 'Ask once more with correctivePrompt and a new nonce, and keep the last valid draft.',
  },
  // Requests
  invalid_input: {
    cause: 'The request or option does not have the documented shape.',
    remedy: 'Read `issues`, which lists each location and what was expected there.',
  },
  invalid_config: { cause: 'The configuration is invalid. The message lists every fault.', remedy: 'Correct each listed fault.' },
  unsupported_runtime: { cause: 'The version of Node is older than the packages support.', remedy: 'Run the process with the version that the message names.' },
  unauthorized: { cause: 'The owner of the request could not be determined.', remedy: 'Sign in, or send the credential.' },
  forbidden_origin: { cause: 'The Origin of the request is not allowed.', remedy: 'Add the origin to `cors.origins`.' },
  unsupported_media_type: { cause: 'The content type of the request body is not accepted.', remedy: 'Send application/json.' },
  not_found: { cause: 'The resource does not exist, or it belongs to another owner.', remedy: 'Check the id.' },
  busy: { cause: 'A run is active on this thread.', remedy: 'Wait for it, cancel it, or use another thread_id.' },
  conflict: { cause: 'Another value was accepted before. `hash` or `version` identifies it.', remedy: 'Read the current state and decide again.' },
  gone: { cause: 'The question was cancelled or has expired.', remedy: 'Ask the question again.' },
  rate_limited: {
    cause: 'The owner has sent more requests than the server accepts within this time.',
    remedy: 'Wait for the time in the Retry-After header and send the request again.',
  },
  body_already_read: {
    cause: 'Host code, such as `express.json()`, read the request body before the handlers of pf.',
    remedy: 'Mount the handlers before the parser, or exclude their paths from it.',
  },
  method_not_allowed: { cause: 'The route does not support this method.', remedy: 'Use one of the methods in the Allow header.' },
  unavailable: { cause: 'The server is shutting down or has no capacity for the request.', remedy: 'Try again in a moment.' },
  network: {
    cause: 'The server could not be reached or the connection broke.',
    remedy: 'Check the address. The client reconnects automatically if possible.',
  },
  protocol: { cause: 'The peer sent a message that violates the protocol.', remedy: 'Check that both sides run compatible versions.' },
  // Tools and model
  unknown_tool: { cause: 'No tool has this name.', remedy: 'Use one of the names that the message lists.' },
  tool_input_invalid: { cause: "The arguments do not match the tool's input schema.", remedy: 'Correct the arguments at the listed locations.' },
  tool_output_invalid: { cause: 'The result of the tool does not match its output schema.', remedy: 'Correct the tool or its schema.' },
  tool_failed: { cause: 'The tool threw an error.', remedy: 'Read the message, and try other arguments or another tool.' },
  session_expired: {
    cause: 'The MCP server no longer knows the session, and a new one could not be opened.',
    remedy: 'Check that the server runs, and connect to it again.',
  },
  tool_output_missing: {
    cause: 'The tool declares an output schema but returned no structured content.',
    remedy: 'Return structured content from the tool. Its text is not parsed instead.',
  },
  tool_reported: { cause: 'The tool reported a failure.', remedy: 'Read the message, and try other arguments or another tool.' },
  tool_timeout: { cause: 'The tool did not finish within its time limit.', remedy: 'Ask for less, or raise timeoutMs.' },
  model_unavailable: {
    cause: 'The model server could not be reached or refused the request.',
    remedy: 'Check that the server runs, its address and the API key, then ask again.',
  },
  model_stalled: { cause: 'The model server stopped sending.', remedy: 'Ask again, or raise the idle limit for a slow model.' },
  model_cut: { cause: 'The model stream ended without a finish reason.', remedy: 'Ask again, and check the proxies between this server and the model.' },
  model_refused: { cause: "The provider's content filter stopped the output.", remedy: 'Rephrase the question.' },
  context_overflow: { cause: "The conversation does not fit into the model's context.", remedy: 'Start a new thread or use a model with a larger context.' },
  repair_exhausted: { cause: "The model's output was still unusable after all repair attempts.", remedy: 'Ask again or use a stronger model.' },
  // Runs
  cancelled: { cause: 'The run was cancelled.', remedy: 'Ask again to continue.' },
  deadline: { cause: 'The run reached its time limit.', remedy: 'Ask for less or raise the limit.' },
  budget_exhausted: { cause: 'The run reached its limit of steps or tokens, or a budget is used up.', remedy: 'Ask for less or raise the limit.' },
  state_unreadable: {
    cause: 'The stored state of a run has a version that this release does not understand, or it is damaged. The message names the version.',
    remedy: 'Run the release that wrote the state, or one that migrates it. A run whose state is damaged can only be cancelled.',
  },
  internal: { cause: 'An unexpected error occurred in pf or in the host application.', remedy: "Search the server's log for the trace id." },
  // References and components
  unknown_reference: { cause: 'No artifact of this run has this REF.', remedy: 'Use one of the REFs that the message lists.' },
  unknown_path: { cause: 'The artifact has no value at this path.', remedy: 'Use one of the paths that the message lists.' },
  unknown_component: { cause: 'The registry has no component with this name.', remedy: 'Use one of the names that the message lists.' },
  component_not_allowed: {
    cause: 'The component exists but is not enabled here.',
    remedy: 'Use another component, or have the host add this one to the allowlist.',
  },
  interactive_not_allowed: { cause: 'An interactive component was requested through render_component or inside a layout.', remedy: 'Use its ui_* tool.' },
  schema_invalid: { cause: "The props do not match the component's schema.", remedy: 'Correct the props at the listed locations.' },
  payload_too_large: { cause: 'The props written by the model exceed the byte limit.', remedy: 'Reference the data instead of writing it out.' },
  budget_exceeded: { cause: "The run's byte budget for components is used up.", remedy: 'Reference data, or show less.' },
  too_many_nodes: { cause: 'The props have more values than the limit.', remedy: 'Reference the data instead of writing it out.' },
  unsafe_value: { cause: 'The value is refused for safety.', remedy: 'Omit the value.' },
  storage_full: { cause: 'The disk or the quota of the store is full.', remedy: 'Free space, or raise the quota, and try again.' },
  store_failed: { cause: 'The store could not read or write.', remedy: 'Check the store. No write was applied partially.' },
} as const satisfies Record<string, { cause: string; remedy: string }>

/** An error code of the table. */
export type ErrorCode = keyof typeof errorCodes
