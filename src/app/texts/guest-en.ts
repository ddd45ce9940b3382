import app from '#src/app/locales/en.json'
import auth from '#src/features/auth/locales/en.json'

/** What is said before sign-in, in one file a language. */
export const texts = { app, auth }
