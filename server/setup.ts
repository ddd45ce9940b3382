/** What the first start of an installation needs of the clients and accounts. */
import type { Core } from './core/core.ts'
import {
  createBreachCheck,
  createUser,
  findByEmail,
  hasAdministrator,
  hashPassword,
  judgeNewPassword,
  passwordMinFor,
} from './features/auth/index.ts'
import {
  DEFAULT_CLIENT_ID,
  insertPlainClient,
  listClientIds,
  markSetUp,
  readClientOrigin,
} from './features/client-info/index.ts'
import { setupFeature } from './features/setup/index.ts'

export const createSetup = (core: Core) => {
  const check = { isBreached: createBreachCheck(core) }
  return setupFeature(core, {
    defaultClientId: DEFAULT_CLIENT_ID,
    clients: { listIds: listClientIds, find: readClientOrigin, create: insertPlainClient, markSetUp },
    accounts: {
      hasAdministrator,
      isTaken: async (db, email) => (await findByEmail(db, email)) !== undefined,
      judgePassword: (password, ownTexts) =>
        judgeNewPassword(check, password, { min: passwordMinFor('superadmin', 0), ownTexts }),
      hashPassword,
      create: (db, { email, fullName, passwordHash, language, now }) =>
        createUser(db, {
          email,
          fullName,
          passwordHash,
          language,
          role: 'superadmin',
          emailVerifiedAt: now,
          termsAcceptedAt: now,
          createdAt: now,
        }),
    },
  })
}
