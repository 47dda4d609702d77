/** Cause and cure of every error code; docs are made from this table. */
export const errorCodes = {
  // Actions (normalizeAction)
  unparseable: {
    cause: 'The model output holds no readable JSON object where one begins.',
    cure: 'Ask the model again with the repair prompt; check the response format of the endpoint.',
  },
  incomplete: { cause: 'The model output ends inside the action.', cure: 'Raise max_tokens or ask for the rest; `partialAnswer` holds what was readable.' },
  no_action: { cause: 'The JSON is not an action: it has none of the known shapes.', cure: 'Ask for {"next_node", "args"} again.' },
  missing_next_node: { cause: 'The output is prose, or an object without `next_node`.', cure: 'Ask only for the answer, or for the action.' },
  missing_answer: { cause: 'A final_response has no answer or an empty one.', cure: 'Ask only for the answer.' },
  answer_not_string: { cause: 'The answer is not a string.', cure: 'Ask for the answer as text.' },
  bad_next_node: { cause: '`next_node` is not a usable name.', cure: 'Name one of the tools, plan, task or final_response.' },
  too_large: { cause: 'The input is over a byte limit.', cure: 'Send less, or raise the limit named in the error.' },
  too_deep: { cause: 'The input is nested deeper than the limit.', cure: 'Flatten it, or raise the limit named in the error.' },
  // Partial JSON
  syntax: { cause: 'The text is not JSON, or it ended early.', cure: 'Send JSON as RFC 8259 has it; the place stands in the error.' },
  depth: { cause: 'The JSON is nested deeper than the limit.', cure: 'Flatten it, or raise maxDepth.' },
  size: { cause: 'The JSON is over the byte limit.', cure: 'Send less, or raise maxBytes.' },
  // Blocks
  block_contract: {
    cause: 'The reply of the model is not exactly one ARTIFACT and then one USER block; `reason` says why.',
    cure: 'Ask once more with correctivePrompt and a fresh nonce; keep the last good draft.',
  },
  // Requests
  invalid_input: { cause: 'The request or option does not have the documented shape.', cure: 'See `issues` for each place and what was expected.' },
  invalid_config: { cause: 'The configuration has faults; all of them are listed.', cure: 'Correct each listed fault.' },
  unauthorized: { cause: 'No owner could be told for the request.', cure: 'Sign in, or send the credential.' },
  forbidden_origin: { cause: 'The Origin of the request is not on the list.', cure: 'Add the origin to `cors.origins`.' },
  unsupported_media_type: { cause: 'The request body is not of an accepted type.', cure: 'Send application/json.' },
  not_found: { cause: "Unknown, or somebody else's.", cure: 'Check the id.' },
  busy: { cause: 'A run is active on this thread.', cure: 'Wait for it, cancel it, or use another thread_id.' },
  conflict: { cause: 'Something else was accepted before; `hash` or `version` says what.', cure: 'Read the current state and decide again.' },
  gone: { cause: 'The question was cancelled or has expired.', cure: 'Ask again.' },
  method_not_allowed: { cause: 'The route exists, but not for this method.', cure: 'Use one of the methods in the Allow header.' },
  unavailable: { cause: 'The server is shutting down or has no room for the request.', cure: 'Try again in a moment.' },
  network: { cause: 'The server could not be reached or the connection broke.', cure: 'Check the address; the client reconnects by itself where it can.' },
  protocol: { cause: 'The other side sent something outside the protocol.', cure: 'Check that both sides run compatible versions.' },
  // Tools and model
  unknown_tool: { cause: 'No tool has this name.', cure: 'Use one of the names in the error.' },
  tool_input_invalid: { cause: "The arguments do not fit the tool's input schema.", cure: 'Correct the listed places.' },
  tool_output_invalid: { cause: 'The tool returned something outside its output schema.', cure: 'Correct the tool or its schema.' },
  tool_failed: { cause: 'The tool threw.', cure: 'See the message; try other arguments or another tool.' },
  tool_output_missing: {
    cause: 'The tool declares an output schema and returned nothing structured.',
    cure: 'Correct the tool; its text is not guessed from.',
  },
  tool_reported: { cause: 'The tool itself reports a failure.', cure: 'See the message; try other arguments or another tool.' },
  tool_timeout: { cause: 'The tool did not end within its time limit.', cure: 'Ask for less, or raise timeoutMs.' },
  model_unavailable: {
    cause: 'The model server could not be reached or refused the request.',
    cure: 'Check that it runs, its address and the key, then ask again.',
  },
  model_stalled: { cause: 'The model server stopped sending.', cure: 'Ask again; raise the idle limit for slow models.' },
  model_cut: { cause: 'The model stream ended without a finish reason.', cure: 'Ask again; check proxies between here and the model.' },
  model_refused: { cause: "The provider's content filter stopped the output.", cure: 'Word the question differently.' },
  context_overflow: { cause: "The conversation does not fit the model's context.", cure: 'Start a new thread or use a model with a larger context.' },
  repair_exhausted: { cause: "The model's output stayed unusable after all repair attempts.", cure: 'Ask again or use a stronger model.' },
  // Runs
  cancelled: { cause: 'The run was cancelled.', cure: 'Ask again when you want to go on.' },
  deadline: { cause: 'The run reached its time limit.', cure: 'Ask for less or raise the limit.' },
  budget_exhausted: { cause: 'The run reached its limit of steps or tokens.', cure: 'Ask for less or raise the limit.' },
  internal: { cause: 'An error inside pf or the host.', cure: "Look for the trace id in the server's log." },
  // References and components
  unknown_reference: { cause: 'No artifact of this run has this REF.', cure: 'Use one of the REFs in the error.' },
  unknown_path: { cause: 'The artifact has nothing at this path.', cure: 'Use one of the paths in the error.' },
  unknown_component: { cause: 'The registry has no component of this name.', cure: 'Use one of the names in the error.' },
  component_not_allowed: { cause: 'The component exists but is not enabled here.', cure: 'Use another one; the host can add it to the allowlist.' },
  interactive_not_allowed: { cause: 'An interactive component was asked for through render_component or inside a layout.', cure: 'Use its ui_* tool.' },
  schema_invalid: { cause: "The props do not fit the component's schema.", cure: 'Correct the listed places.' },
  payload_too_large: { cause: 'The props written by the model are over the byte limit.', cure: 'Reference the data instead of writing it out.' },
  budget_exceeded: { cause: "The run's byte budget for components is used up.", cure: 'Reference data, or show less.' },
  too_many_nodes: { cause: 'The props have more values than the limit.', cure: 'Reference the data instead of writing it out.' },
  unsafe_value: { cause: 'A value is refused for safety.', cure: 'Leave it out.' },
  store_failed: { cause: 'The store could not read or write.', cure: 'Check the store; nothing was half-written.' },
} as const satisfies Record<string, { cause: string; cure: string }>

/** A code of the table. */
export type ErrorCode = keyof typeof errorCodes
