/** The hosts whose pages may be shown inside this one. */
export const mapHosts = ['www.openstreetmap.org']
