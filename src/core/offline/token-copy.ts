import { keys } from '#src/core/storage/keys.ts'
import type { TokenCopy, Tokens } from '#src/core/session/tokens.ts'
import { deleteValue, readValue, writeValue } from './db.ts'

export const tokenCopy: TokenCopy = {
  read: () => readValue<Tokens>('personal', keys.tokens),
  // A copy that cannot be renewed must not mislead: it goes.
  write: async (tokens) =>
    (await writeValue('personal', keys.tokens, tokens)) || deleteValue('personal', keys.tokens),
  clear: () => deleteValue('personal', keys.tokens),
}
