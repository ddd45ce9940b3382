/** What must still be said with the person's own token before they are forgotten here, e.g. time not yet reported. */
type Farewell = () => void | Promise<unknown>
const farewells = new Set<Farewell>()

export const beforeSignOut = (farewell: Farewell): (() => void) => {
  farewells.add(farewell)
  return () => farewells.delete(farewell)
}

/** All of them; one that fails does not keep the others, nor the person, from leaving. */
export const sayFarewells = async (): Promise<void> => {
  await Promise.allSettled([...farewells].map(async (farewell) => farewell()))
}
