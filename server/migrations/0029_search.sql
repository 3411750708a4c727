-- What the search of staff looks up: handles in whatever case, entries of a request, events of the payment provider.
create index x_accounts_username on x_accounts (lower(username));
create index audit_log_request on audit_log (request_id) where request_id is not null;
create index webhook_events_object on webhook_events (object_id) where object_id is not null;
