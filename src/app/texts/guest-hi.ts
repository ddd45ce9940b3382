import app from '#src/app/locales/hi.json'
import auth from '#src/features/auth/locales/hi.json'

/** What is said before sign-in, in one file a language. */
export const texts = { app, auth }
