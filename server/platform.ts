/** What superadmins' own area needs of the clients, accounts and mails. */
import { alwaysOn } from '#contract/client-info/feature-slugs.ts'
import { shortNameOf } from '#contract/client-info/manifest.ts'
import type { Core } from './core/core.ts'
import { createUser } from './features/auth/index.ts'
import {
  BRAND_COLOUR_DEFAULT,
  featureCatalogue,
  forbidFeature,
  insertClient,
  rollOutFeature,
  setClientActive,
} from './features/client-info/index.ts'
import { mailsThisMonth } from './features/emails/index.ts'
import { platformFeature } from './features/platform/index.ts'

export const createPlatform = (core: Core) =>
  platformFeature({
    core,
    clients: {
      create: async (db, { features, ...client }) => {
        const isOn = (slug: string) => [...features, ...alwaysOn].some((wanted) => wanted === slug)
        await insertClient(db, {
          ...client,
          shortName: shortNameOf(client.name),
          isActive: true,
          brandColour: BRAND_COLOUR_DEFAULT,
          theme: {},
          detectBrowserLanguage: true,
          features: featureCatalogue.filter(({ slug }) => isOn(slug)),
          staffSecondStep: true,
        })
        for (const { slug } of featureCatalogue)
          if (!isOn(slug)) await forbidFeature(db, client.clientId, slug)
      },
      setActive: setClientActive,
      switchFeature: rollOutFeature,
    },
    createAdmin: async (db, { name, email, language }, now) => {
      await createUser(db, {
        email,
        fullName: name,
        role: 'admin',
        language,
        passwordHash: null,
        emailVerifiedAt: now,
        createdAt: now,
      })
    },
    mailsThisMonth,
  })
