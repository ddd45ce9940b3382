/** The server refused a call because the client has switched its feature off: what this page knows is out of date. */
let handler: () => void = () => undefined

export const onFeatureOff = (handle: () => void) => {
  handler = handle
}
export const notifyFeatureOff = () => handler()
