import app from '#src/app/locales/ar.json'
import auth from '#src/features/auth/locales/ar.json'

/** What is said before sign-in, in one file a language. */
export const texts = { app, auth }
