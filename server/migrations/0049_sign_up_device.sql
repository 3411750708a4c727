-- The browser and system that an account was made with, for the email that asks whether it was its owner.
alter table users add column sign_up_device text;
