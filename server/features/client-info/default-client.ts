/** RULES "Tenants": an unknown host name gets the default client. */
export const DEFAULT_CLIENT_ID = 7
