export const strings = {
  dashboard: 'Dashboard',
  settings: 'Settings',
  products: 'Products',
  admin: 'Admin',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  logout: 'Logout',
  skip: 'Skip to content',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  upgrade: 'Choose a plan to post more',
} as const;
