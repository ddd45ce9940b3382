/** An unknown host name gets the default client (rules: Tenants). */
export const DEFAULT_CLIENT_ID = 7
